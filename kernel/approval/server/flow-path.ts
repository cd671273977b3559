import { notFound } from '#packages/core'
import type { ApproveStep, CopyStep, FlowRules, FlowStep, ParallelStep } from '../contract.ts'

/** The steps that follow each other: those of the flow, or those of a branch. */
export interface FlowLine {
  /** The key of the branch; '' for the flow itself. */
  key: string
  steps: readonly FlowStep[]
  /** For a branch: where its parallel step stands in the flow. */
  parallel?: { step: ParallelStep; index: number }
}

export interface StepPosition {
  step: ApproveStep
  line: FlowLine
  index: number
}

export const getMainLine = ({ steps }: Pick<FlowRules, 'steps'>): FlowLine => ({ key: '', steps })

export const getBranchLines = (step: ParallelStep, index: number): FlowLine[] =>
  step.branches.map(({ key, steps }) => ({ key, steps, parallel: { step, index } }))

export const listLines = (rules: Pick<FlowRules, 'steps'>): FlowLine[] => [
  getMainLine(rules),
  ...rules.steps.flatMap((step, index) => (step.type === 'parallel' ? getBranchLines(step, index) : [])),
]

export const isApproveStep = (step: FlowStep): step is ApproveStep => step.type === 'approve' || step.type === 'handle'

/** All steps that people decide, in their order. */
export const listApproveSteps = (rules: Pick<FlowRules, 'steps'>): StepPosition[] =>
  listLines(rules).flatMap((line) =>
    line.steps.flatMap((step, index) => (isApproveStep(step) ? [{ step, line, index }] : [])),
  )

export const listCopySteps = (rules: Pick<FlowRules, 'steps'>): CopyStep[] =>
  listLines(rules).flatMap(({ steps }) => steps.filter((step) => step.type === 'copy'))

export function getStep(rules: Pick<FlowRules, 'steps'>, key: string): StepPosition {
  const found = listApproveSteps(rules).find(({ step }) => step.key === key)
  if (!found) throw notFound('步骤')
  return found
}

/** Whether `other` is at or after this position: on the same line, or in a branch of a later parallel step. */
export function isAtOrAfter(position: Omit<StepPosition, 'step'>, other: StepPosition): boolean {
  if (other.line.key === position.line.key) return other.index >= position.index
  // What follows the branches follows every step of a branch.
  if (position.line.parallel) {
    const after = other.line.parallel?.index ?? other.index
    return after > position.line.parallel.index
  }
  return other.line.parallel !== undefined && other.line.parallel.index >= position.index
}

/** Whether a step comes before another on its way: on the same line, or in the flow before the branches. */
export function isBefore(earlier: StepPosition, later: StepPosition): boolean {
  if (earlier.line.key === later.line.key) return earlier.index < later.index
  return earlier.line.key === '' && later.line.parallel !== undefined && earlier.index < later.line.parallel.index
}

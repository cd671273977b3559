import {
  flowStep,
  type ApproveStep,
  type ApproverRule,
  type Condition,
  type CopyStep,
  type FlowBranch,
  type FlowRules,
  type FlowStep,
  type ParallelStep,
} from '../../contract.ts'

/** A step that stands in a line; branches have no branches of their own. */
export type LineStep = ApproveStep | CopyStep
export type StepType = FlowStep['type']

/** The main line of the flow; every other line is named by the key of its branch. */
export const mainLine = ''

/** A card of the designer: a step, or the head of a branch. Keys are unique over both. */
export type FlowEntry = {
  key: string
  /** The line that it stands in; for a branch that of its parallel step. */
  line: string
  index: number
  /** How many stand beside it: it cannot be moved beyond them. */
  count: number
} & ({ kind: 'step'; step: FlowStep } | { kind: 'branch'; branch: FlowBranch; parallel: ParallelStep })

/** Everything of a flow from top to bottom. */
export const listEntries = ({ steps }: Pick<FlowRules, 'steps'>): FlowEntry[] => listLine(steps, mainLine)

const listLine = (steps: readonly FlowStep[], line: string): FlowEntry[] =>
  steps.flatMap((step, index): FlowEntry[] => [
    { kind: 'step', key: step.key, line, index, count: steps.length, step },
    ...(step.type === 'parallel'
      ? step.branches.flatMap((branch, at): FlowEntry[] => [
          { kind: 'branch', key: branch.key, line, index: at, count: step.branches.length, branch, parallel: step },
          ...listLine(branch.steps, branch.key),
        ])
      : []),
  ])

export const findEntry = (rules: Pick<FlowRules, 'steps'>, key: string) =>
  listEntries(rules).find((entry) => entry.key === key)

export const getEntryName = (entry: FlowEntry) => (entry.kind === 'step' ? entry.step.name : entry.branch.name)

export const isApproveStep = (step: FlowStep): step is ApproveStep => step.type === 'approve' || step.type === 'handle'

/** The change of a line, by its key; the lines of branches come after the main line. */
function mapLines(rules: FlowRules, change: (steps: readonly FlowStep[], line: string) => readonly FlowStep[]) {
  const steps = change(rules.steps, mainLine).map((step) =>
    step.type === 'parallel' ? mapBranches(step, (steps, line) => change(steps, line) as LineStep[]) : step,
  )
  return { ...rules, steps }
}

const mapBranches = (
  step: ParallelStep,
  change: (steps: readonly LineStep[], line: string) => LineStep[],
): ParallelStep => ({
  ...step,
  branches: step.branches.map((branch) => ({ ...branch, steps: change(branch.steps, branch.key) })),
})

const mapStep = (rules: FlowRules, key: string, change: (step: FlowStep) => FlowStep) =>
  mapLines(rules, (steps) => steps.map((step) => (step.key === key ? change(step) : step)))

/** The first number after the word that is free: approve-3. */
function createKeys(rules: Pick<FlowRules, 'steps'>) {
  const used = new Set(listEntries(rules).map(({ key }) => key))
  return (word: string) => {
    let number = 1
    while (used.has(`${word}-${number}`)) number++
    const key = `${word}-${number}`
    used.add(key)
    return key
  }
}

const names = { approve: '审批', handle: '办理', copy: '抄送', parallel: '并行审批' } as const
const nobodyYet: ApproverRule = { kind: 'member', with: { members: [] } }

function createStep(type: StepType, newKey: (word: string) => string): FlowStep {
  const key = newKey(type)
  const name = names[type]
  if (type !== 'parallel') return flowStep.parse({ key, name, type, approver: nobodyYet })
  const branches = ['分支一', '分支二'].map((title) => createBranch(title, newKey))
  return { key, name, type, branches }
}

const createBranch = (name: string, newKey: (word: string) => string): FlowBranch => ({
  key: newKey('branch'),
  name,
  steps: [createStep('approve', newKey) as LineStep],
})

/** A place in a line: before the step with this index. */
export interface LinePlace {
  line: string
  index: number
}

/** Adds a step and returns its key. */
export function addStep(rules: FlowRules, type: StepType, place: LinePlace) {
  const step = createStep(type, createKeys(rules))
  return { rules: insertStep(rules, step, place), key: step.key }
}

const insertStep = (rules: FlowRules, added: FlowStep, { line, index }: LinePlace) =>
  mapLines(rules, (steps, here) => (here === line ? [...steps.slice(0, index), added, ...steps.slice(index)] : steps))

export function addBranch(rules: FlowRules, parallelKey: string) {
  const branch = createBranch('新分支', createKeys(rules))
  const next = mapStep(rules, parallelKey, (step) =>
    step.type === 'parallel' ? { ...step, branches: [...step.branches, branch] } : step,
  )
  return { rules: next, key: branch.key }
}

/** Moves a step or a branch one place up (-1) or down (1) among those beside it. */
export function moveEntry(rules: FlowRules, key: string, by: -1 | 1): FlowRules {
  const entry = findEntry(rules, key)
  if (!entry || entry.index + by < 0 || entry.index + by >= entry.count) return rules
  if (entry.kind === 'step')
    return mapLines(rules, (steps, line) => (line === entry.line ? swap(steps, entry.index, by) : steps))
  return mapStep(rules, entry.parallel.key, (step) =>
    step.type === 'parallel' ? { ...step, branches: swap(step.branches, entry.index, by) } : step,
  )
}

function swap<Item>(items: readonly Item[], index: number, by: -1 | 1): Item[] {
  const next = [...items]
  const [moved] = next.splice(index, 1)
  next.splice(index + by, 0, moved!)
  return next
}

/** Puts a copy behind the original. The copies of its steps have keys of their own. */
export function copyEntry(rules: FlowRules, key: string) {
  const entry = findEntry(rules, key)
  if (!entry) return undefined
  const newKey = createKeys(rules)
  if (entry.kind === 'step') {
    const copied = renameKeys(entry.step, newKey)
    return { rules: insertStep(rules, copied, { line: entry.line, index: entry.index + 1 }), key: copied.key }
  }
  const [copied] = renameBranches([entry.branch], newKey)
  const next = mapStep(rules, entry.parallel.key, (step) =>
    step.type === 'parallel'
      ? {
          ...step,
          branches: [...step.branches.slice(0, entry.index + 1), copied!, ...step.branches.slice(entry.index + 1)],
        }
      : step,
  )
  return { rules: next, key: copied!.key }
}

function renameKeys(step: FlowStep, newKey: (word: string) => string): FlowStep {
  const key = newKey(step.type)
  if (step.type !== 'parallel') return { ...step, key, name: getCopyName(step.name) }
  return { ...step, key, name: getCopyName(step.name), branches: renameBranches(step.branches, newKey) }
}

const maxName = 40
const getCopyName = (name: string) => `${name.slice(0, maxName - 4)}（副本）`

/** What returned to a step of the original branch returns to the copy of that step. */
function renameBranches(branches: readonly FlowBranch[], newKey: (word: string) => string): FlowBranch[] {
  return branches.map((branch) => {
    const renamed = new Map(branch.steps.map((step) => [step.key, newKey(step.type)]))
    const rename = (step: LineStep): LineStep => {
      const key = renamed.get(step.key)!
      if (step.type === 'copy' || typeof step.onReject === 'string') return { ...step, key }
      const to = step.onReject.step
      return { ...step, key, onReject: { step: renamed.get(to) ?? to } }
    }
    return { ...branch, key: newKey('branch'), steps: branch.steps.map(rename) }
  })
}

/** Why an entry cannot be removed; undefined if it can. */
export function getRemovalObstacle(entry: FlowEntry): string | undefined {
  if (entry.kind === 'branch') return entry.count <= 2 ? '并行审批至少有两个分支' : undefined
  if (entry.count > 1) return undefined
  return entry.line === mainLine ? '流程至少有一个步骤' : '分支至少有一个步骤'
}

/** Removes a step or a branch. What returned to it returns to the applicant. */
export function removeEntry(rules: FlowRules, key: string): FlowRules {
  const entry = findEntry(rules, key)
  if (!entry || getRemovalObstacle(entry)) return rules
  const without =
    entry.kind === 'step'
      ? mapLines(rules, (steps) => steps.filter((step) => step.key !== key))
      : mapStep(rules, entry.parallel.key, (step) =>
          step.type === 'parallel' ? { ...step, branches: step.branches.filter((branch) => branch.key !== key) } : step,
        )
  const left = new Set(listEntries(without).map((one) => one.key))
  return mapLines(without, (steps) =>
    steps.map((step) =>
      isApproveStep(step) && typeof step.onReject === 'object' && !left.has(step.onReject.step)
        ? { ...step, onReject: 'applicant' }
        : step,
    ),
  )
}

export const changeStep = <Step extends FlowStep>(rules: FlowRules, { key }: Step, change: Partial<Step>): FlowRules =>
  mapStep(rules, key, (step) => dropUndefined({ ...step, ...change } as FlowStep))

export function changeBranch(
  rules: FlowRules,
  key: string,
  change: Partial<Pick<FlowBranch, 'name'>> & { when?: Condition | undefined },
): FlowRules {
  const entry = findEntry(rules, key)
  if (entry?.kind !== 'branch') return rules
  return mapStep(rules, entry.parallel.key, (step) =>
    step.type === 'parallel'
      ? {
          ...step,
          branches: step.branches.map((branch) =>
            branch.key === key ? dropUndefined({ ...branch, ...change }) : branch,
          ),
        }
      : step,
  )
}

/** A condition that was removed is absent, as in rules that never had one. */
const dropUndefined = <Item extends object>(item: Item): Item =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined)) as Item

/** The steps to which a refusal may return: earlier ones on the same way. */
export function listReturnTargets(rules: Pick<FlowRules, 'steps'>, key: string): ApproveStep[] {
  const entries = listEntries(rules)
  const entry = entries.find((one) => one.key === key)
  if (!entry) return []
  const earlier = (line: string, index: number) =>
    entries.flatMap((one) =>
      one.kind === 'step' && one.line === line && one.index < index && isApproveStep(one.step) ? [one.step] : [],
    )
  if (entry.line === mainLine) return earlier(mainLine, entry.index)
  const parallel = entries.find((one) => one.kind === 'branch' && one.key === entry.line)
  const at = parallel?.kind === 'branch' ? entries.find((one) => one.key === parallel.parallel.key)?.index : undefined
  return [...earlier(mainLine, at ?? 0), ...earlier(entry.line, entry.index)]
}

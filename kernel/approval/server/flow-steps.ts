import { Refusal } from '#packages/core'
import type { ApproveStep, FlowStep, ParallelStep } from '../contract.ts'
import {
  addTask,
  alreadyHandled,
  cancelTasks,
  finishTask,
  getLastGroup,
  listGroup,
  openTask,
  uniqueApprovers,
  voidTasks,
  type FlowDraft,
} from './flow-draft.ts'
import { getBranchLines, getMainLine, getStep, isAtOrAfter, isBefore, type FlowLine } from './flow-path.ts'
import { isAdded, isUnfinished, type Approver, type FlowAction, type FlowTask, type ResumeMode } from './flow-state.ts'

/** Goes on along a line until a step waits for somebody; at its end the branch or the flow is finished. */
export function enterLine(draft: FlowDraft, line: FlowLine, from: number) {
  for (const [index, step] of line.steps.entries()) {
    if (index < from || draft.skipped.includes(step.key)) continue
    if (step.type === 'copy') draft.copies.push(step.key)
    else if (step.type === 'parallel') {
      if (enterParallel(draft, step, index)) return
    } else if (openStep(draft, step)) return
  }
  finishLine(draft, line)
}

function enterParallel(draft: FlowDraft, step: ParallelStep, index: number): boolean {
  const lines = getBranchLines(step, index)
  draft.finishedBranches = draft.finishedBranches.filter((key) => !lines.some((line) => line.key === key))
  const included = lines.filter(({ key }) => !draft.skipped.includes(key))
  for (const line of included) enterLine(draft, line, 0)
  return included.length > 0
}

function finishLine(draft: FlowDraft, line: FlowLine) {
  if (!line.parallel) {
    const isApproved = ({ status, isVoid, personId }: FlowTask) =>
      status === 'approved' && !isVoid && personId !== draft.applicant.personId
    // Conditions must not let something about personnel or money pass without another person.
    if (draft.definition.isStrict && !draft.tasks.some(isApproved))
      throw new Refusal('没有符合条件的审批步骤，不能提交')
    draft.status = 'approved'
    return
  }
  draft.finishedBranches.push(line.key)
  const { step, index } = line.parallel
  const isFinished = step.branches.every(
    ({ key }) => draft.skipped.includes(key) || draft.finishedBranches.includes(key),
  )
  if (isFinished) enterLine(draft, getMainLine(draft.definition), index + 1)
}

/** Enters one step, or what follows it if nobody has to decide there. */
export function enterStep(draft: FlowDraft, key: string, isAgain = false) {
  const { step, line, index } = getStep(draft.definition, key)
  if (!openStep(draft, step, isAgain)) leaveStep(draft, key, line, index)
}

/** Goes on after a step: straight to those that returned the flow, or to the next one. */
function leaveStep(draft: FlowDraft, key: string, line: FlowLine, index: number) {
  const resume = draft.resumes.find(({ after, takenBy }) => after === key && takenBy === undefined)
  if (!resume) return enterLine(draft, line, index + 1)
  const takenBy = getLastGroup(draft.tasks, key)
  draft.resumes = draft.resumes.map((one) => (one === resume ? { ...resume, takenBy } : one))
  resumeSteps(draft, resume.enter)
}

/**
 * Enters the steps that were active when the flow was returned. Branches that the new values add begin; if nothing is
 * left of those steps, the flow begins again. `needed` are the steps that the values before did not need: if one of them
 * comes before, the flow goes on from there.
 */
export function resumeSteps(draft: FlowDraft, keys: readonly string[], needed: readonly string[] = []) {
  const main = getMainLine(draft.definition)
  const first = (line: FlowLine, end: number) =>
    line.steps.findIndex((step, at) => at < end && isNeeded(draft, step, needed))
  const ends = keys.map((key) => getStep(draft.definition, key)).map(({ line, index }) => line.parallel?.index ?? index)
  const missed = first(main, Math.max(...ends))
  if (missed >= 0) {
    voidTasks(draft, ({ step }) => isAtOrAfter({ line: main, index: missed }, getStep(draft.definition, step)))
    return enterLine(draft, main, missed)
  }
  const positions = keys
    .map((key) => getStep(draft.definition, key))
    .filter(({ step, line }) => !draft.skipped.includes(step.key) && !draft.skipped.includes(line.key))
    .filter(({ line }) => !line.parallel || !draft.skipped.includes(line.parallel.step.key))
  const parallels = new Map(
    positions.flatMap(({ line: { parallel } }) => (parallel ? [[parallel.step.key, parallel]] : [])),
  )
  const waiting = draft.active.map((key) => getStep(draft.definition, key))
  const begun = new Set([...[...positions, ...waiting].map(({ line }) => line.key), ...draft.finishedBranches])
  const added = [...parallels.values()].flatMap(({ step, index }) =>
    getBranchLines(step, index).filter(({ key }) => !begun.has(key) && !draft.skipped.includes(key)),
  )
  for (const { step, line, index } of positions) {
    const before = line.parallel ? first(line, index) : -1
    if (before < 0) enterStep(draft, step.key, true)
    else enterLine(draft, line, before)
  }
  for (const line of added) enterLine(draft, line, 0)
  if (draft.status === 'running' && draft.active.length === 0) enterLine(draft, getMainLine(draft.definition), 0)
}

/** Whether somebody has to decide here who had not with the values before: in the step, or in one of its branches. */
function isNeeded(draft: FlowDraft, step: FlowStep, needed: readonly string[]): boolean {
  if (step.type === 'copy') return false
  if (needed.includes(step.key)) return true
  if (step.type !== 'parallel' || draft.skipped.includes(step.key)) return false
  return step.branches.some(
    ({ key, steps }) =>
      !draft.skipped.includes(key) && (needed.includes(key) || steps.some((one) => isNeeded(draft, one, needed))),
  )
}

/** Creates the tasks of a step, and goes on if they are all skipped. False: the step has no tasks. */
function openStep(draft: FlowDraft, step: ApproveStep, isAgain = false): boolean {
  const found = draft.findApprovers(step.key)
  const people = chooseApprovers(draft, step)
  if (people.length === 0) return false
  const group = draft.tasks.reduce((last, task) => Math.max(last, task.group), 0) + 1
  for (const [at, person] of people.entries()) {
    const facts = { step: step.key, group, seat: at + 1, source: 'assigned' as const, deadline: found }
    const task = addTask(draft, person, { ...facts, status: step.mode === 'seq' ? 'waiting' : 'open' })
    if (!isAgain && hasDecidedBefore(draft, task)) {
      task.arrivedAt = draft.at
      finishTask(draft, task, 'skipped')
    }
  }
  draft.active.push(step.key)
  settleGroup(draft, step, group)
  return true
}

/**
 * People for whom the step did not ask when it was reached, but whom its rule means now, may decide too. Only where one
 * approval is enough: elsewhere they would change what the others decide.
 */
export function joinStep(draft: FlowDraft, { step: key, people }: Extract<FlowAction, { kind: 'join' }>) {
  const { step } = getStep(draft.definition, key)
  if (!draft.active.includes(key) || step.mode !== 'any') throw alreadyHandled()
  const group = getLastGroup(draft.tasks, key)
  const known = listGroup(draft, group)
  const isNew = ({ personId }: Approver) =>
    known.every((task) => task.personId !== personId) && (personId !== draft.applicant.personId || step.self === 'self')
  const newcomers = uniqueApprovers(people).filter(isNew)
  if (newcomers.length === 0) throw alreadyHandled()
  let seat = known.reduce((last, task) => Math.max(last, task.seat), 0)
  for (const person of newcomers)
    addTask(draft, person, {
      step: key,
      group,
      seat: ++seat,
      source: 'assigned',
      deadline: draft.findApprovers(key),
      status: 'open',
    })
}

/** The people of the step, after the policies for the applicant and for nobody. */
function chooseApprovers(draft: FlowDraft, step: ApproveStep): Approver[] {
  const found = draft.findApprovers(step.key)
  const isApplicant = ({ personId }: Approver) => personId === draft.applicant.personId
  const withoutApplicant = (people: readonly Approver[]) =>
    step.self === 'self' ? uniqueApprovers(people) : uniqueApprovers(people).filter((one) => !isApplicant(one))
  const isOwn = step.self !== 'self' && found.approvers.some(isApplicant)
  const people = withoutApplicant([...found.approvers, ...(isOwn && step.self === 'superior' ? found.superiors : [])])
  if (people.length > 0) return people
  // Nothing about personnel or money passes without another person.
  if (!draft.definition.isStrict && ((isOwn && step.self === 'skip') || step.empty === 'pass')) return []
  const named = step.empty === 'named' ? withoutApplicant(found.named) : []
  const [administrator] = withoutApplicant(found.administrators)
  if (named.length > 0) return named
  if (step.empty === 'block' || !administrator) throw new Refusal(`节点“${step.name}”没有审批人，请联系管理员配置`)
  return [administrator]
}

/** 去重: the person has already approved in this flow, or in the step before. */
function hasDecidedBefore(draft: FlowDraft, task: FlowTask): boolean {
  const { dedupe } = draft.definition
  if (dedupe === 'none') return false
  const decided = draft.tasks.filter(
    (one) =>
      one.group < task.group && !one.isVoid && !isAdded(one) && (one.status === 'approved' || one.status === 'skipped'),
  )
  const last = decided.reduce((group, one) => Math.max(group, one.group), 0)
  return decided.some(
    (one) =>
      one.personId === task.personId &&
      (one.status === 'skipped' || one.decidedBy === task.personId) &&
      (dedupe === 'all' || one.group === last),
  )
}

type Vote = 'yes' | 'no' | 'pending'

/** The present holder of each seat. */
export function listHolders(draft: FlowDraft, group: number): FlowTask[] {
  const holders = new Map<number, FlowTask>()
  for (const task of listGroup(draft, group)) if (!isAdded(task)) holders.set(task.seat, task)
  return [...holders.values()]
}

function getVote(draft: FlowDraft, task: FlowTask): Vote {
  if (task.status === 'rejected') return 'no'
  if (task.status !== 'approved' && task.status !== 'skipped') return 'pending'
  const hasFollowers = draft.tasks.some((one) => one.parentId === task.id && isAdded(one) && isUnfinished(one))
  return hasFollowers ? 'pending' : 'yes'
}

function countVotes(votes: readonly Vote[], { mode, ratio, rejectPolicy }: ApproveStep): 'pass' | 'fail' | 'pending' {
  const count = (vote: Vote) => votes.filter((one) => one === vote).length
  const [yes, no, pending] = [count('yes'), count('no'), count('pending')]
  const collects = rejectPolicy === 'collect'
  if (mode === 'any') {
    if (yes > 0) return 'pass'
    return no > 0 && (!collects || pending === 0) ? 'fail' : 'pending'
  }
  if (mode === 'ratio') {
    // Rounded first: 0.6 × 5 is 3 and a little more in binary numbers.
    const needed = Math.ceil(Number((ratio * votes.length).toFixed(6)))
    if (collects && pending > 0) return 'pending'
    if (yes >= needed) return 'pass'
    return votes.length - no < needed ? 'fail' : 'pending'
  }
  if (no > 0 && !collects) return 'fail'
  if (pending > 0) return 'pending'
  return no > 0 ? 'fail' : 'pass'
}

/** Decides whether a group is complete, and goes on. Returns whether it was. */
export function settleGroup(draft: FlowDraft, step: ApproveStep, group: number, resume: ResumeMode = 'again'): boolean {
  const holders = listHolders(draft, group)
  const votes = holders.map((task) => getVote(draft, task))
  const result = countVotes(votes, step)
  if (result === 'pending') {
    const next = holders.find((_, at) => votes[at] === 'pending')
    if (step.mode === 'seq' && next?.status === 'waiting') openTask(draft, next)
    return false
  }
  cancelTasks(draft, (task) => task.group === group)
  if (result === 'fail') rejectStep(draft, step, resume)
  else {
    draft.active = draft.active.filter((key) => key !== step.key)
    const { line, index } = getStep(draft.definition, step.key)
    leaveStep(draft, step.key, line, index)
  }
  return true
}

function rejectStep(draft: FlowDraft, step: ApproveStep, resume: ResumeMode) {
  if (step.onReject === 'end') endFlow(draft, 'rejected')
  else if (step.onReject === 'applicant' || getLastGroup(draft.tasks, step.onReject.step) === 0)
    returnToApplicant(draft, resume)
  else returnToStep(draft, step.key, step.onReject.step, resume)
}

export function endFlow(draft: FlowDraft, status: FlowDraft['status']) {
  cancelTasks(draft, () => true)
  draft.status = status
  draft.active = []
  draft.resumes = []
}

export function returnToApplicant(draft: FlowDraft, mode: ResumeMode) {
  const enter = [...draft.active]
  cancelTasks(draft, () => true)
  if (mode === 'direct') voidGroups(draft, enter)
  else voidTasks(draft, () => true)
  draft.status = 'returned'
  draft.active = []
  draft.resumes = mode === 'direct' ? [...draft.resumes.filter(({ after }) => after !== ''), { after: '', enter }] : []
}

export function returnToStep(draft: FlowDraft, fromKey: string, toKey: string, mode: ResumeMode) {
  const from = getStep(draft.definition, fromKey)
  const to = getStep(draft.definition, toKey)
  if (to.line.key !== from.line.key && to.line.parallel) throw new Refusal('不能退回到并行分支中的步骤')
  if (!isBefore(to, from)) throw new Refusal('只能退回到之前的步骤')
  if (getLastGroup(draft.tasks, toKey) === 0) throw new Refusal('该步骤没有审批记录，不能退回')
  // Inside a branch the other branches go on.
  const affected = draft.active.filter(
    (key) => to.line.key === '' || getStep(draft.definition, key).line.key === to.line.key,
  )
  cancelTasks(draft, ({ step }) => affected.includes(step))
  if (mode === 'direct') voidGroups(draft, [...affected, toKey])
  else voidTasks(draft, ({ step }) => isAtOrAfter(to, getStep(draft.definition, step)))
  draft.active = draft.active.filter((key) => !affected.includes(key))
  const kept = draft.resumes.filter(({ after }) => after !== toKey && !affected.includes(after))
  draft.resumes = mode === 'direct' ? [...kept, { after: toKey, enter: affected }] : kept
  enterStep(draft, toKey, true)
}

/** The last decisions of these steps are void. */
function voidGroups(draft: FlowDraft, steps: readonly string[]) {
  const groups = new Set(steps.map((step) => getLastGroup(draft.tasks, step)))
  voidTasks(draft, ({ group }) => groups.has(group))
}

/** Whether two steps are in different branches of the same parallel step. */
export function isSibling(draft: FlowDraft, key: string, other: string): boolean {
  const [one, two] = [getStep(draft.definition, key).line, getStep(draft.definition, other).line]
  return one.key !== two.key && one.parallel !== undefined && one.parallel.step === two.parallel?.step
}

import fc from 'fast-check'
import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '#packages/core'
import { flowRules, type FlowRulesInput } from '../contract.ts'
import { applyAction, replayLog } from './apply-action.ts'
import { MissingApprovers } from './flow-draft.ts'
import { listApproveSteps } from './flow-path.ts'
import {
  isUnfinished,
  type Approver,
  type FlowAction,
  type FlowDefinition,
  type FlowEntry,
  type FlowState,
  type FlowTask,
  type StepApprovers,
} from './flow-state.ts'

export const definitionCount = 50
/** 500 in `pnpm test`, 10,000 by `pnpm proof approval --long`. */
export const sequenceCount = Number(process.env['QIMING_FLOW_RUNS'] ?? 500)
const seed = Number(process.env['QIMING_MODEL_SEED'] ?? 20_261_118)
const people: readonly Approver[] = Array.from({ length: 8 }, (_, at) => ({ personId: `p${at}`, memberId: `m${at}` }))
const administrator: Approver = { personId: 'admin', memberId: 'm-admin' }

const part = <T>(values: readonly T[]) => fc.constantFrom(...values)

const approveStep = (key: string, earlier: readonly string[]) =>
  fc.record({
    key: fc.constant(key),
    name: fc.constant(key),
    type: part(['approve', 'approve', 'approve', 'handle'] as const),
    approver: fc.subarray([...people.keys()], { maxLength: 4 }).map((found) => ({ kind: found.join(' ') || '-' })),
    mode: part(['any', 'all', 'seq', 'ratio'] as const),
    ratio: part([0.3, 0.5, 0.6, 1]),
    rejectPolicy: part(['veto', 'collect'] as const),
    onReject: part<'end' | 'applicant' | { step: string }>(['end', 'applicant', ...earlier.map((step) => ({ step }))]),
    empty: part(['admin', 'pass', 'named'] as const),
    self: part(['skip', 'superior', 'self'] as const),
  })

const copyStep = (key: string) => fc.constant({ key, name: key, type: 'copy' as const, approver: { kind: '0' } })

const rules: fc.Arbitrary<FlowRulesInput> = fc
  .tuple(
    approveStep('a', []),
    fc.option(copyStep('b')),
    fc.option(
      fc.record({
        key: fc.constant('c'),
        name: fc.constant('c'),
        type: fc.constant('parallel' as const),
        branches: fc.tuple(
          fc.record({
            key: fc.constant('p'),
            name: fc.constant('p'),
            steps: fc.tuple(approveStep('p1', []), approveStep('p2', ['p1', 'a'])),
          }),
          fc.record({ key: fc.constant('q'), name: fc.constant('q'), steps: fc.tuple(approveStep('q1', ['a'])) }),
        ),
      }),
    ),
    approveStep('d', ['a']),
    fc.option(approveStep('e', ['a', 'd'])),
    part(['never', 'first', 'any'] as const),
    part(['none', 'all', 'adjacent'] as const),
  )
  .map(([a, b, c, d, e, recall, dedupe]) => ({
    name: '流程',
    recall,
    dedupe,
    steps: [a, b, c, d, e].filter((step) => step !== null),
  }))

const definition: fc.Arbitrary<FlowDefinition> = fc
  .tuple(rules, fc.boolean())
  .map(([input, isStrict]) => ({ ...flowRules.parse(input), isStrict }))

export const kinds = [
  'approve',
  'approve',
  'approve',
  'approve',
  'reject',
  'transfer',
  'addSign',
  'addSign',
  'removeSign',
  'returnTo',
  'returnTo',
  'resubmit',
  'recall',
  'withdraw',
  'withdraw',
  'remind',
  'copy',
  'reassign',
  'jump',
  'terminate',
  'office',
  'escalate',
  'join',
] as const
/** Numbers choose a task, a person and a step among those that there are. */
const move = fc.record({
  kind: part(kinds),
  task: fc.nat(40),
  person: fc.nat(7),
  other: fc.nat(7),
  step: fc.nat(6),
  isFirst: fc.boolean(),
  minutes: fc.nat(90),
})
type Move = typeof move extends fc.Arbitrary<infer Value> ? Value : never

export type Apply = typeof applyAction

const hourMs = 3600_000
const [dueMs, warnMs] = [10 * hourMs, 8 * hourMs]

interface World {
  definition: FlowDefinition
  state: FlowState
  log: FlowEntry[]
  isActive: Set<string>
  /** Whom every rule has come to mean since the start. */
  granted: Set<Approver>
  now: number
  tried: Map<string, number>
}

/** What the rule of a step gives now: those of its people who are still there. */
function findApprovers(
  { definition: { steps }, isActive, granted, now }: Pick<World, 'definition' | 'isActive' | 'granted' | 'now'>,
  key: string,
): StepApprovers {
  const { step } = listApproveSteps({ steps }).find(({ step: one }) => one.key === key)!
  const there = ({ memberId }: Approver) => isActive.has(memberId)
  return {
    approvers: step.approver.kind
      .split(' ')
      .flatMap((at) => people[Number(at)] ?? [])
      .concat([...granted])
      .filter(there),
    superiors: [people[7]!].filter(there),
    named: [people[6]!].filter(there),
    administrators: [administrator],
    dueAt: new Date(now + dueMs).toISOString(),
    warnAt: new Date(now + warnMs).toISOString(),
  }
}

let ids = 0

function act(world: World, apply: Apply, action: FlowAction) {
  const approvers: Record<string, StepApprovers> = {}
  for (;;) {
    try {
      const at = new Date(world.now).toISOString()
      const result = apply(world.definition, world.log.length === 0 ? null : world.state, {
        action,
        at,
        approvers,
        newId: () => `t${++ids}`,
      })
      checkEndedTasks(world.state, result.state)
      world.state = result.state
      // Through JSON, as in the database.
      world.log.push(JSON.parse(JSON.stringify({ action, at, approvers, ids: result.ids })) as FlowEntry)
      note(world, action.kind, 'done')
      return
    } catch (error) {
      if (error instanceof Refusal) return note(world, action.kind, 'refused')
      if (!(error instanceof MissingApprovers)) throw error
      approvers[error.step] = findApprovers(world, error.step)
    }
  }
}

const note = ({ tried }: World, kind: string, answer: string) =>
  tried.set(`${kind} ${answer}`, (tried.get(`${kind} ${answer}`) ?? 0) + 1)

const withoutVoid = ({ isVoid: _, ...task }: FlowTask) => task

function checkEndedTasks(before: FlowState, after: FlowState) {
  const now = new Map(after.tasks.map((task) => [task.id, task]))
  for (const task of before.tasks)
    if (!isUnfinished(task)) {
      const same = now.get(task.id)!
      if (JSON.stringify(withoutVoid(same)) !== JSON.stringify(withoutVoid(task)) || (task.isVoid && !same.isVoid))
        throw new Error(`an ended task changed: ${JSON.stringify(task)} → ${JSON.stringify(same)}`)
    }
  if (!['draft', 'running', 'returned', 'approved'].includes(before.status) && after.status !== before.status)
    throw new Error(`${before.status} became ${after.status}`)
}

function checkState({ state, isActive }: World) {
  const unfinished = state.tasks.filter(isUnfinished)
  if (state.status !== 'running') {
    if (unfinished.length + state.active.length > 0) throw new Error(`${state.status} with open tasks`)
    return
  }
  const isHeld = ({ status, memberId }: FlowTask) =>
    status === 'open' && (isActive.has(memberId) || memberId === administrator.memberId)
  if (!unfinished.some(isHeld)) throw new Error(`a running flow that nobody can decide: ${JSON.stringify(state)}`)
  const steps = new Set(unfinished.map(({ step }) => step))
  if ([...steps].toSorted().join() !== [...state.active].toSorted().join())
    throw new Error(`active ${state.active.join()} but tasks of ${[...steps].join()}`)
  // Every active step can be decided by somebody, not only one of them.
  for (const step of state.active)
    if (!unfinished.some((task) => task.step === step && isHeld(task))) throw new Error(`nobody can decide ${step}`)
}

/** The person leaves: every task that is not finished moves to whom the rule gives, or to the administrator. */
function leaveOffice(world: World, apply: Apply, { memberId }: Approver) {
  world.isActive.delete(memberId)
  for (const task of world.state.tasks.filter((one) => one.memberId === memberId && isUnfinished(one)))
    moveByRule(world, apply, task)
}

function moveByRule(world: World, apply: Apply, task: FlowTask) {
  const { personId } = world.state.applicant
  const inGroup = new Set(world.state.tasks.filter(({ group }) => group === task.group).map((one) => one.personId))
  const [to = administrator] = findApprovers(world, task.step).approvers.filter(
    (one) => one.personId !== personId && !inGroup.has(one.personId),
  )
  act(world, apply, { kind: 'leave', taskId: task.id, to })
}

/**
 * A withdrawal, or the refusal of somebody who was added, gives tasks back to people who have left meanwhile. The service
 * moves them on after every action, in the same transaction.
 */
function replaceAbsentHolders(world: World, apply: Apply) {
  const isAbsent = ({ memberId }: FlowTask) => !world.isActive.has(memberId) && memberId !== administrator.memberId
  const isBack = ({ memberId, parentId }: FlowTask) =>
    world.state.tasks.some((one) => one.id === parentId && one.memberId === memberId)
  for (const task of world.state.tasks.filter((one) => isUnfinished(one) && isBack(one) && isAbsent(one)))
    moveByRule(world, apply, task)
}

function toAction(
  { state, isActive, definition: { steps } }: World,
  { kind, task: at, person, other, step, isFirst }: Move,
): FlowAction {
  const open = state.tasks.filter(({ status }) => status === 'open' || status === 'suspended')
  // Mostly a task that somebody can decide; now and then one that was decided long ago.
  const task = (at % 5 === 0
    ? state.tasks[at % Math.max(1, state.tasks.length)]
    : open[at % Math.max(1, open.length)]) ?? {
    id: 'none',
    personId: 'p0',
  }
  const taskId = task.id
  const by = at % 7 === 0 ? people[person]!.personId : task.personId
  // Two people never leave.
  const to = isActive.has(people[other]!.memberId) ? people[other]! : people[6 + (other % 2)]!
  const keys = ['', ...listApproveSteps({ steps }).map(({ step: one }) => one.key)]
  const target = keys[step % keys.length]!
  const resume = isFirst ? 'direct' : 'again'
  const opinion = '情况已经核实'
  const { personId } = state.applicant
  switch (kind) {
    case 'approve':
      return { kind, taskId, by }
    case 'reject':
      return { kind, taskId, by, opinion, resume }
    case 'transfer':
      return { kind, taskId, by, to }
    case 'addSign':
      return { kind, taskId, by, where: isFirst ? 'before' : 'after', people: [to] }
    case 'removeSign': {
      const added = state.tasks.filter(({ source }) => source.startsWith('added'))
      return { kind, taskId: added[at % Math.max(1, added.length)]?.id ?? taskId, by, isAdministrator: isFirst }
    }
    case 'returnTo':
      return { kind, taskId, by, to: target, resume, opinion }
    case 'resubmit':
      return { kind, by: personId, skipped: [[], ['d'], ['c'], ['b']][step % 4]! }
    case 'withdraw': {
      const approved = state.tasks.filter(({ status, isVoid }) => status === 'approved' && !isVoid)
      const last = approved.toSorted((one, two) => one.finishedAt!.localeCompare(two.finishedAt!)).at(isFirst ? -1 : -2)
      return { kind, taskId: last?.id ?? taskId, by: last?.decidedBy ?? by }
    }
    case 'reassign':
    case 'escalate':
      return { kind, taskId, by: 'admin', to, opinion }
    case 'join':
      return { kind, step: state.active[step % Math.max(1, state.active.length)] ?? 'a', people: [to] }
    case 'jump':
      return { kind, by: 'admin', to: target, opinion }
    case 'terminate':
      // Seldom, because it ends the sequence.
      return at === 0 ? { kind, by: 'admin', opinion } : { kind: 'remind', by: personId }
    case 'recall':
      return at % 4 === 0 ? { kind, by: personId } : { kind: 'remind', by: personId }
    case 'copy':
      return { kind, by, people: [to] }
    case 'remind':
    case 'office':
      return { kind: 'remind', by: personId }
  }
}

/** A log that cannot be replayed gives no state. */
function replayOrRefuse({ definition: rules_, log }: World) {
  try {
    return replayLog(rules_, log)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

function runSequence(
  definitions: readonly FlowDefinition[],
  choice: number,
  moves: readonly Move[],
  apply: Apply,
  tried: World['tried'],
) {
  const applicant = people[choice % people.length]!
  const world: World = {
    definition: definitions[choice % definitions.length]!,
    state: {
      status: 'draft',
      round: 1,
      applicant,
      skipped: [],
      active: [],
      finishedBranches: [],
      resumes: [],
      tasks: [],
    },
    log: [],
    isActive: new Set(people.map(({ memberId }) => memberId)),
    granted: new Set(),
    now: Date.parse('2026-11-18T01:00:00Z'),
    tried,
  }
  act(world, apply, { kind: 'start', applicant, skipped: choice % 3 === 0 ? ['c'] : [] })
  for (const one of moves) {
    if (world.log.length === 0) return
    // A decision can be withdrawn for half an hour.
    world.now += (one.kind === 'withdraw' ? one.minutes % 20 : one.minutes) * 60_000
    if (one.kind === 'office' && one.person < 6) leaveOffice(world, apply, people[one.person]!)
    else act(world, apply, toAction(world, one))
    if (one.kind === 'join' && world.isActive.has(people[one.other]!.memberId)) world.granted.add(people[one.other]!)
    replaceAbsentHolders(world, apply)
    checkState(world)
  }
  if (!isDeepStrictEqual(replayOrRefuse(world), world.state)) throw new Error('the log gives another state')
}

/** Runs random sequences on random definitions, and counts what was done and refused. */
export function exploreFlows(apply: Apply, numRuns: number) {
  const definitions = fc.sample(definition, { seed, numRuns: definitionCount })
  const tried: World['tried'] = new Map()
  fc.assert(
    fc.property(fc.nat(9999), fc.array(move, { minLength: 5, maxLength: 40, size: 'max' }), (choice, moves) =>
      runSequence(definitions, choice, moves, apply, tried),
    ),
    { seed, numRuns },
  )
  return tried
}

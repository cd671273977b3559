import type { Ctx } from '#packages/core'
import type { FlowMonitor } from '../contract.ts'
import { getStep } from './flow-path.ts'
import { findFlow, listDecisionsOf, listFlowsOf, listNames } from './flow-queries.ts'
import type { FlowAction, FlowDefinition, FlowTask } from './flow-state.ts'
import { loadDefinition, loadLog, loadState, openOpinions, type LoggedEntry } from './stored-flow.ts'

const actionLabels: Readonly<Record<FlowAction['kind'], string>> = {
  start: '发起',
  resubmit: '重新提交',
  approve: '同意',
  reject: '不同意',
  transfer: '转交',
  addSign: '加签',
  removeSign: '撤销加签',
  returnTo: '退回',
  recall: '撤回',
  withdraw: '撤回审批',
  remind: '催办',
  copy: '抄送',
  comment: '评论',
  reassign: '管理员改派',
  jump: '管理员跳转',
  terminate: '终止',
  leave: '离岗移交',
  follow: '申请人任职变更',
  join: '新增审批人',
  escalate: '超时升级',
  void: '作废',
}

/** The time line of a flow, oldest first, with all opinions. Callers must check that the actor may read the flow. */
export const listMonitors = async (ctx: Ctx, flowId: string): Promise<FlowMonitor[]> =>
  (await listActs(ctx, flowId)).map(({ monitor }) => monitor)

/** A line of the time line, with what was done and by whom. */
export interface FlowAct {
  kind: FlowAction['kind']
  personId: string | null
  monitor: FlowMonitor
}

/** The same with the kind of each act, which the wire does not have. */
export async function listActs(ctx: Ctx, flowId: string): Promise<FlowAct[]> {
  const flow = await findFlow(ctx.db, flowId)
  if (!flow) return []
  const definition = await loadDefinition(ctx, flow)
  const { tasks } = await loadState(ctx, flow)
  const entries = await loadLog(ctx, flow)
  const names = await listNames(ctx.db, listPeople(entries, tasks))
  const nameOf = (id: string | null) => (id === null ? '' : (names.get(id) ?? ''))
  return entries.map((entry) => {
    const task = tasks.find(({ id }) => id === entry.taskId)
    const { action, personId, onBehalfOf } = entry
    const monitor = {
      stepName: getStepName(definition, action, task),
      user: onBehalfOf ? `${nameOf(personId)} 代 ${nameOf(onBehalfOf)}` : nameOf(personId),
      time: entry.at,
      opinion: 'opinion' in action ? (action.opinion ?? '') : '',
      state: describeAction(definition, action, task, nameOf),
      isVoid: (action.kind === 'approve' || action.kind === 'reject') && (task?.isVoid ?? false),
    }
    return { kind: action.kind, personId, monitor }
  })
}

const listPeople = (entries: readonly LoggedEntry[], tasks: readonly FlowTask[]) => [
  ...entries.flatMap(({ personId, onBehalfOf, action }) => [
    ...[personId, onBehalfOf].filter((id) => id !== null),
    ...('to' in action && typeof action.to === 'object' ? [action.to.personId] : []),
    ...('people' in action ? action.people.map((one) => one.personId) : []),
  ]),
  ...tasks.map(({ personId }) => personId),
]

function getStepName(definition: FlowDefinition, action: FlowAction, task: FlowTask | undefined) {
  if (task) return getStep(definition, task.step).step.name
  if (action.kind === 'join') return getStep(definition, action.step).step.name
  return action.kind === 'start' || action.kind === 'resubmit' || action.kind === 'recall' ? '申请人' : ''
}

function describeAction(
  definition: FlowDefinition,
  action: FlowAction,
  task: FlowTask | undefined,
  nameOf: (id: string | null) => string,
): string {
  const label = actionLabels[action.kind]
  switch (action.kind) {
    case 'leave':
      return `审批人${nameOf(task?.personId ?? null)}已离岗，任务转至${nameOf(action.to.personId)}`
    case 'transfer':
    case 'reassign':
    case 'escalate':
      return `${label}至${nameOf(action.to.personId)}`
    case 'addSign':
      return `${action.where === 'before' ? '前' : '后'}${label}：${action.people.map((one) => nameOf(one.personId)).join('、')}`
    case 'copy':
    case 'join':
      return `${label}：${action.people.map((one) => nameOf(one.personId)).join('、')}`
    case 'returnTo':
      return `${label}至${action.to === '' ? '申请人' : getStep(definition, action.to).step.name}`
    case 'jump':
      return `${label}至${getStep(definition, action.to).step.name}`
    case 'start':
    case 'resubmit':
    case 'approve':
    case 'reject':
    case 'removeSign':
    case 'recall':
    case 'withdraw':
    case 'remind':
    case 'comment':
    case 'terminate':
    case 'void':
    case 'follow':
      return label
  }
}

/** The state of the newest flow of each record, for columns of lists. */
export async function getFlowsOf(ctx: Ctx, subject: string, ids: readonly string[]) {
  const rows = await listFlowsOf(ctx.db, subject, ids)
  return new Map(
    rows.map(({ subjectId, rules, active, ...row }) => [
      subjectId,
      { ...row, stepNames: active.map((key) => getStep(rules, key).step.name) },
    ]),
  )
}

export interface RecordDecision {
  name: string
  opinion: string
  at: Date
}

/** Who decided last about each of these records, for their pages. Callers must check that the actor may read them. */
export async function getDecisionsOf(
  ctx: Ctx,
  subject: string,
  ids: readonly string[],
): Promise<Map<string, RecordDecision>> {
  const rows = ids.length === 0 ? [] : await listDecisionsOf(ctx.db, subject, ids)
  const opinions = await openOpinions(ctx, rows)
  return new Map(rows.map(({ subjectId, name, at }, index) => [subjectId, { name, opinion: opinions[index]!, at }]))
}

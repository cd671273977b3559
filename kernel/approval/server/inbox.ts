import type { Page } from '#packages/contract'
import { dayOf, scopeOf, type Ctx } from '#packages/core'
import { flowRules, type FlowRow, type FlowRules, type InboxTask } from '../contract.ts'
import { listDefinitions } from './definition-queries.ts'
import { getStep } from './flow-path.ts'
import {
  countOpenTasks,
  listCopiedFlowPage,
  listDecidedTaskPage,
  listDelegators,
  listFlowPage,
  listOpenTaskPage,
  listOpenTasksOfSubject,
  listOwnFlowPage,
  type FlowFilter,
  type InboxRow,
  type ListedFlow,
} from './inbox-queries.ts'
import { getSubjectOfFlow, listHiddenSubjects } from './subjects.ts'

const getOwner = ({ actor, now }: Ctx) => ({ personId: actor.personId, day: dayOf(now) })
const toText = (time: Date | null) => time?.toISOString() ?? null

/** The rules of the requests of a page, each read once. */
async function loadRules(ctx: Ctx, rows: readonly { definitionId: string }[]): Promise<ReadonlyMap<string, FlowRules>> {
  const ids = [...new Set(rows.map(({ definitionId }) => definitionId))]
  return new Map((await listDefinitions(ctx.db, ids)).map(({ id, rules }) => [id, flowRules.parse(rules)]))
}

async function toInboxPage(ctx: Ctx, { items, ...page }: Page<InboxRow>): Promise<Page<InboxTask>> {
  const rules = await loadRules(ctx, items)
  return {
    ...page,
    items: items.map(({ definitionId, step: key, holder, arrivedAt, dueAt, finishedAt, ...row }) => {
      const { step } = getStep(rules.get(definitionId)!, key)
      return {
        ...row,
        subjectTitle: getSubjectOfFlow(ctx, row.subject).title,
        stepName: step.name,
        stepType: step.type,
        holder: holder ?? '',
        arrivedAt: toText(arrivedAt),
        dueAt: toText(dueAt),
        finishedAt: toText(finishedAt),
        isSingle: step.needsOpinion || step.needsSignature,
      }
    }),
  }
}

async function toFlowPage(ctx: Ctx, { items, ...page }: Page<ListedFlow>): Promise<Page<FlowRow>> {
  const rules = await loadRules(ctx, items)
  return {
    ...page,
    items: items.map(({ definitionId, active, submittedAt, finishedAt, ...row }) => ({
      ...row,
      subjectTitle: getSubjectOfFlow(ctx, row.subject).title,
      stepNames: active.map((key) => getStep(rules.get(definitionId)!, key).step.name),
      submittedAt: submittedAt.toISOString(),
      finishedAt: toText(finishedAt),
    })),
  }
}

/** 待我审批: own tasks, and those of the people for whom the caller is a deputy today. */
export async function listOpenTasks(ctx: Ctx, filter: FlowFilter) {
  const owner = getOwner(ctx)
  return toInboxPage(ctx, await listOpenTaskPage(ctx.db, owner, await listDelegators(ctx.db, owner), filter))
}

/** The records of one subject that wait for the caller, each with the task. */
export async function getOpenTasksOf(ctx: Ctx, subject: string): Promise<Map<string, string>> {
  const owner = getOwner(ctx)
  const rows = await listOpenTasksOfSubject(ctx.db, owner, await listDelegators(ctx.db, owner), subject)
  return new Map(rows.toReversed().map(({ subjectId, taskId }) => [subjectId, taskId]))
}

/** The counts of 待我审批. */
export async function getInboxCounts(ctx: Ctx) {
  const owner = getOwner(ctx)
  return countOpenTasks(ctx.db, owner, await listDelegators(ctx.db, owner), ctx.now)
}

/** 已办. */
export const listDecidedTasks = async (ctx: Ctx, filter: FlowFilter) =>
  toInboxPage(ctx, await listDecidedTaskPage(ctx.db, ctx.actor.personId, filter))
/** 我发起的. */
export const listOwnFlows = async (ctx: Ctx, filter: FlowFilter) =>
  toFlowPage(ctx, await listOwnFlowPage(ctx.db, ctx.actor.personId, listHiddenSubjects(ctx), filter))
/** 抄送我的. */
export const listCopiedFlows = async (ctx: Ctx, filter: FlowFilter) =>
  toFlowPage(ctx, await listCopiedFlowPage(ctx.db, ctx.actor.personId, filter))
/** The requests of the organisations that the caller administers. */
export const listManagedFlows = async (ctx: Ctx, filter: FlowFilter) =>
  toFlowPage(ctx, await listFlowPage(ctx.db, scopeOf(ctx, 'flow.manage'), filter))

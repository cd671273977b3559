import type { PageQuery } from '#packages/contract'
import { dayOf, type Ctx } from '#packages/core'
import { listHiddenSubjects } from './subjects.ts'
import {
  countOpenTasks,
  listCopiedFlowPage,
  listDecidedTaskPage,
  listDelegators,
  listOpenTaskPage,
  listOpenTasksOfSubject,
  listOwnFlowPage,
} from './inbox-queries.ts'

const getOwner = ({ actor, now }: Ctx) => ({ personId: actor.personId, day: dayOf(now) })

/** 待我审批: own tasks, and those of the people for whom the caller is a deputy today. */
export async function listOpenTasks(ctx: Ctx, page: PageQuery) {
  const owner = getOwner(ctx)
  return listOpenTaskPage(ctx.db, owner, await listDelegators(ctx.db, owner), page)
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
export const listDecidedTasks = (ctx: Ctx, page: PageQuery) => listDecidedTaskPage(ctx.db, ctx.actor.personId, page)
/** 我发起的. */
export const listOwnFlows = (ctx: Ctx, page: PageQuery) =>
  listOwnFlowPage(ctx.db, ctx.actor.personId, listHiddenSubjects(ctx), page)
/** 抄送我的. */
export const listCopiedFlows = (ctx: Ctx, page: PageQuery) => listCopiedFlowPage(ctx.db, ctx.actor.personId, page)

import { findContribution, orNotFound, type Ctx } from '#packages/core'
import { signalPersons } from '#packages/db'
import { publish } from '#packages/jobs'
import { taskEnded, type Task } from '../contract.ts'
import {
  requestTaskStop,
  cancelWaitingTask,
  clearEndedTasks,
  countOpenTasks,
  findTask,
  cancelPausedTask,
  markTaskWatched,
  listTaskRows,
} from './task-queries.ts'

const maxListed = 100

export async function listTasks(ctx: Ctx): Promise<Task[]> {
  const rows = await listTaskRows(ctx.db, ctx.actor.personId, maxListed)
  return rows.map(({ stopRequestedAt, createdAt, startedAt, endedAt, ...row }) => ({
    ...row,
    isStopping: stopRequestedAt !== null && endedAt === null,
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  }))
}

/** Cancels a waiting task at once and requests a running one to stop. An ended task does not change. */
export async function cancelTask(ctx: Ctx, id: string): Promise<null> {
  const { personId } = ctx.actor
  orNotFound(await findTask(ctx.db, personId, id), '任务')
  if (await cancelWaitingTask(ctx.db, id, ctx.now)) await publish(ctx, taskEnded, { taskId: id })
  else await requestTaskStop(ctx.db, id, ctx.now)
  await signalPersons(ctx.db, [personId])
  return null
}

/** A watched task sends no message when it succeeds. */
export async function watchTask(ctx: Ctx, id: string): Promise<null> {
  orNotFound(await findTask(ctx.db, ctx.actor.personId, id), '任务')
  await markTaskWatched(ctx.db, id, ctx.now)
  return null
}

/** Cancels a paused task whose purpose was given up. */
export async function endPausedTask(ctx: Ctx, id: string) {
  await cancelPausedTask(ctx.db, id, ctx.now)
  await signalPersons(ctx.db, [ctx.actor.personId])
}

export async function clearTasks(ctx: Ctx): Promise<null> {
  await clearEndedTasks(ctx.db, ctx.actor.personId, ctx.now)
  await signalPersons(ctx.db, [ctx.actor.personId])
  return null
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** Opens the file of a task; the files module depends on this one. */
    taskResultOpeners: (ctx: Ctx, taskId: string, fileId: string) => Promise<string>
  }
}

export async function getTaskResult(ctx: Ctx, id: string): Promise<{ kind: 'file' | 'page'; url: string }> {
  const task = orNotFound(await findTask(ctx.db, ctx.actor.personId, id), '任务')
  const value = orNotFound(task.result, '任务结果')
  if (task.resultKind === 'page') return { kind: 'page', url: value }
  const openResultFile = findContribution(ctx, 'taskResultOpeners')
  if (!openResultFile) throw new Error('no module declares how the file of a task is opened')
  return { kind: 'file', url: await openResultFile(ctx, id, value) }
}

export const isOwnTask = async (ctx: Ctx, taskId: string): Promise<boolean> =>
  (await findTask(ctx.db, ctx.actor.personId, taskId)) !== undefined

/** The number of waiting and running tasks of these people; people without any are missing. */
export const countTasks: typeof countOpenTasks = async (db, personIds) =>
  personIds.length === 0 ? new Map() : countOpenTasks(db, personIds)

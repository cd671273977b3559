import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { TaskStatus } from '../contract.ts'

/** The owner of a task, with the membership and account that started it. */
export interface TaskOwner {
  personId: string
  userId: string
  orgId: string
  accountId: string
}

export interface NewTask {
  id: string
  kind: string
  title: string
  total: number | null
  phases?: readonly string[]
  phase?: number
  watchedUntil?: Date | null
}

const watchMs = 20_000
/** How long a watch call is valid. */
export const getWatchEnd = (now: Date) => new Date(now.getTime() + watchMs)

const toPhaseColumns = ({ phases = [], phase = 0, watchedUntil = null }: NewTask) => ({
  phases: [...phases],
  phase,
  watch_ends_at: watchedUntil,
})

/** Starts the next phase of a paused task, or repeats an ended one. Returns whether it existed. */
export async function resumeTask(db: Db, task: NewTask, personId: string, now: Date): Promise<boolean> {
  const { id, kind, title, total } = task
  const anew = { status: 'waiting', done: 0, message: '', tries: 0, result_kind: null, result: null } as const
  const { numUpdatedRows } = await db
    .updateTable('task')
    .set({ kind, title, total, seen_at: now, ...anew, ...toPhaseColumns(task) })
    .set({ stop_requested_at: null, started_at: null, ended_at: null, cleared_at: null })
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .where('ended_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const insertTask = (db: Db, task: NewTask, owner: TaskOwner, now: Date) =>
  db
    .insertInto('task')
    .values({
      id: task.id,
      kind: task.kind,
      title: task.title,
      total: task.total,
      created_at: now,
      seen_at: now,
      ...toPhaseColumns(task),
      person_id: owner.personId,
      user_id: owner.userId,
      org_id: owner.orgId,
      account_id: owner.accountId,
    })
    .execute()

/** Running tasks first, then the newest. */
export const listTaskRows = (db: Db, personId: string, limit: number) =>
  db
    .selectFrom('task')
    .select(['id', 'kind', 'title', 'status', 'done', 'total', 'message', 'phases', 'phase'])
    .select(['result_kind as result', 'stop_requested_at as stopRequestedAt'])
    .select(['created_at as createdAt', 'started_at as startedAt', 'ended_at as endedAt'])
    .where('person_id', '=', personId)
    .where('cleared_at', 'is', null)
    .orderBy(sql`ended_at is not null`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** A task of this person. */
export const findTask = (db: Db, personId: string, id: string) =>
  db
    .selectFrom('task')
    .select(['status', 'result_kind as resultKind', 'result'])
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst()

/** The number of waiting and running tasks of these people; people without any are missing. */
export async function countOpenTasks(db: Db, personIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('task')
    .select(['person_id as personId', ({ fn }) => fn.countAll<number>().as('count')])
    .where('person_id', 'in', personIds)
    .where('ended_at', 'is', null)
    .groupBy('person_id')
    .execute()
  return new Map(rows.map(({ personId, count }) => [personId, Number(count)]))
}

/** Cancels a task that has not started and returns whether that was so. */
export async function cancelWaitingTask(db: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('task')
    .set({ status: 'cancelled', message: '', ended_at: now })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const requestTaskStop = (db: Db, id: string, now: Date) =>
  db
    .updateTable('task')
    .set({ stop_requested_at: now })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where('stop_requested_at', 'is', null)
    .execute()

export const clearEndedTasks = (db: Db, personId: string, now: Date) =>
  db
    .updateTable('task')
    .set({ cleared_at: now })
    .where('person_id', '=', personId)
    .where('ended_at', 'is not', null)
    .where('status', '<>', 'paused')
    .where('cleared_at', 'is', null)
    .execute()

export const markTaskWatched = (db: Db, id: string, now: Date) =>
  db
    .updateTable('task')
    .set({ watch_ends_at: getWatchEnd(now) })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()

/** Cancels a paused task that nobody will continue. */
export const cancelPausedTask = (db: Db, id: string, now: Date) =>
  db
    .updateTable('task')
    .set({ status: 'cancelled', message: '', result_kind: null, result: null, ended_at: now })
    .where('id', '=', id)
    .where('status', '=', 'paused')
    .execute()

const ownerColumns = [
  'person_id as personId',
  'user_id as userId',
  'org_id as orgId',
  'account_id as accountId',
] as const

/**
 * Takes a task over, for the first time or again; earlier attempts can no longer write to it. Only its current phase: a
 * job of the previous phase may be repeated.
 */
export const beginTask = (db: Db, id: string, kind: string, now: Date) =>
  db
    .updateTable('task')
    .set((eb) => ({
      status: 'running' as const,
      started_at: eb.fn.coalesce('started_at', eb.val(now)),
      seen_at: now,
      attempt: eb('attempt', '+', 1),
      tries: eb('tries', '+', 1),
    }))
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('ended_at', 'is', null)
    .returning([
      ...ownerColumns,
      'attempt',
      'tries',
      'done',
      'total',
      'message',
      'stop_requested_at as stopRequestedAt',
    ])
    .executeTakeFirst()

export interface TaskProgress {
  done: number
  total: number | null
  message: string
}

/**
 * Stores the progress and that the worker is alive. Undefined when another worker has taken over or the task has ended.
 */
export const saveTaskProgress = (
  db: Db,
  id: string,
  attempt: number,
  { done, total, message }: TaskProgress,
  now: Date,
) =>
  db
    .updateTable('task')
    .set({ done, total, message, seen_at: now })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('ended_at', 'is', null)
    .returning('stop_requested_at as stopRequestedAt')
    .executeTakeFirst()

/** The progress of a waiting or running task. */
export const findTaskProgress = (db: Db, id: string) =>
  db.selectFrom('task').select(['done', 'total']).where('id', '=', id).where('ended_at', 'is', null).executeTakeFirst()

interface TaskEnding {
  status: TaskStatus
  message: string
  progress?: TaskProgress
  result?: { kind: 'file' | 'page'; value: string } | null
}

/** Ends a task, unless it has ended or another worker has taken over. Returns its owner. */
export const endTask = (db: Db, id: string, attempt: number, ending: TaskEnding, now: Date) =>
  db
    .updateTable('task')
    .set({
      status: ending.status,
      message: ending.message,
      ended_at: now,
      seen_at: now,
      ...(ending.progress && { done: ending.progress.done, total: ending.progress.total }),
      ...(ending.result && { result_kind: ending.result.kind, result: ending.result.value }),
    })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('ended_at', 'is', null)
    .returning([...ownerColumns, 'watch_ends_at as watchedUntil'])
    .executeTakeFirst()

/** Silent tasks without a job: their last attempt died. */
export async function listLostTasks(db: Db, silentSince: Date): Promise<{ id: string; attempt: number }[]> {
  const { rows } = await sql<{ id: string; attempt: number }>`
    select id, attempt from task t
    where ended_at is null and seen_at < ${silentSince} and not exists (
      select from pgboss.job
      where name = t.kind and state < 'completed' and data->'data'->>'taskId' = t.id::text
    )
    limit 500
  `.execute(db)
  return rows
}

export const deleteTasksBefore = (db: Db, limit: Date) => db.deleteFrom('task').where('ended_at', '<', limit).execute()

import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { TaskStatus } from '../contract.ts'

/** Whose a task is, and as whom and where it was asked for. */
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
/** Whoever says that she is looking looks for so long. */
export const getWatchEnd = (now: Date) => new Date(now.getTime() + watchMs)

const toPhaseColumns = ({ phases = [], phase = 0, watchedUntil = null }: NewTask) => ({
  phases: [...phases],
  phase,
  watch_ends_at: watchedUntil,
})

/** The next phase of a task that was paused, or that has ended and is done once more. Whether there was one. */
export async function resumeTask(db: Db, task: NewTask, personId: string, now: Date): Promise<boolean> {
  const { id, kind, title, total } = task
  const anew = { status: 'waiting', done: 0, words: '', tries: 0, result_kind: null, result: null } as const
  const { numUpdatedRows } = await db
    .updateTable('task')
    .set({ kind, title, total, seen_at: now, ...anew, ...toPhaseColumns(task) })
    .set({ stop_asked_at: null, started_at: null, ended_at: null, cleared_at: null })
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

/** What goes on first, then the newest. */
export const listTaskRows = (db: Db, personId: string, limit: number) =>
  db
    .selectFrom('task')
    .select(['id', 'kind', 'title', 'status', 'done', 'total', 'words', 'phases', 'phase'])
    .select(['result_kind as result', 'stop_asked_at as stopAskedAt'])
    .select(['created_at as createdAt', 'started_at as startedAt', 'ended_at as endedAt'])
    .where('person_id', '=', personId)
    .where('cleared_at', 'is', null)
    .orderBy(sql`ended_at is not null`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** A person's task; only the very person's. */
export const findTask = (db: Db, personId: string, id: string) =>
  db
    .selectFrom('task')
    .select(['status', 'result_kind as resultKind', 'result'])
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst()

/** How many of these people's tasks wait or run; whoever has none is not in it. */
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

/** What nobody has begun ends at once. Whether it was so. */
export async function cancelWaitingTask(db: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('task')
    .set({ status: 'cancelled', words: '', ended_at: now })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const requestTaskStop = (db: Db, id: string, now: Date) =>
  db
    .updateTable('task')
    .set({ stop_asked_at: now })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where('stop_asked_at', 'is', null)
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

/** Nobody will go on with it. */
export const cancelPausedTask = (db: Db, id: string, now: Date) =>
  db
    .updateTable('task')
    .set({ status: 'cancelled', words: '', result_kind: null, result: null, ended_at: now })
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
 * Takes a task up, for the first time or again; from now on nobody who took it up before may write to it. Only what its
 * present phase is: a job of the one before may come once more.
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
    .returning([...ownerColumns, 'attempt', 'tries', 'done', 'total', 'words', 'stop_asked_at as stopAskedAt'])
    .executeTakeFirst()

export interface TaskProgress {
  done: number
  total: number | null
  words: string
}

/** How it stands, and that somebody works on it. Nothing when another has taken it up since, or it is over. */
export const saveTaskProgress = (
  db: Db,
  id: string,
  attempt: number,
  { done, total, words }: TaskProgress,
  now: Date,
) =>
  db
    .updateTable('task')
    .set({ done, total, words, seen_at: now })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('ended_at', 'is', null)
    .returning('stop_asked_at as stopAskedAt')
    .executeTakeFirst()

/** How far a task is that waits or runs. */
export const findTaskProgress = (db: Db, id: string) =>
  db.selectFrom('task').select(['done', 'total']).where('id', '=', id).where('ended_at', 'is', null).executeTakeFirst()

interface TaskEnding {
  status: TaskStatus
  words: string
  progress?: TaskProgress
  result?: { kind: 'file' | 'page'; value: string } | null
}

/** Ends a task, if it is not over and nobody else has taken it up. Whose it was. */
export const endTask = (db: Db, id: string, attempt: number, ending: TaskEnding, now: Date) =>
  db
    .updateTable('task')
    .set({
      status: ending.status,
      words: ending.words,
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

/** Tasks that have been silent since then and have no job left that would take them up: their last try died. */
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

import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface FaceZip {
  id: string
  orgId: string
  personId: string
  bytes: number
  taskId: string | null
  done: number
  accepted: number
  outcome: Buffer | null
  endedAt: Date | null
}
const selectZips = (db: Db) =>
  db
    .selectFrom('face_zip')
    .select(['id', 'org_id as orgId', 'person_id as personId', 'bytes', 'task_id as taskId'])
    .select(['done', 'accepted', 'outcome', 'ended_at as endedAt'])

export const insertZip = (
  db: Db,
  { id, orgId, personId, bytes }: { id: string; orgId: string; personId: string; bytes: number },
  now: Date,
) => db.insertInto('face_zip').values({ id, org_id: orgId, person_id: personId, bytes, created_at: now }).execute()

/** Finds only uploads of this person. */
export const findOwnZip = (db: Db, personId: string, id: string): Promise<FaceZip | undefined> =>
  selectZips(db).where('id', '=', id).where('person_id', '=', personId).executeTakeFirst()

export const findZip = (db: Db, id: string): Promise<FaceZip | undefined> =>
  selectZips(db).where('id', '=', id).executeTakeFirst()

export const findOwnZipOfTask = (db: Db, personId: string, taskId: string): Promise<FaceZip | undefined> =>
  selectZips(db).where('task_id', '=', taskId).where('person_id', '=', personId).executeTakeFirst()

export async function countOpenZips(db: Db, personId: string): Promise<number> {
  const { count } = await db
    .selectFrom('face_zip')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns false if a concurrent request has started the zip. */
export async function markFaceZipStarted(db: Db, id: string, taskId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('face_zip')
    .set({ task_id: taskId })
    .where('id', '=', id)
    .where('task_id', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Saves the progress unless another worker has already processed this entry. */
export async function saveZipProgress(
  db: Db,
  id: string,
  { done, accepted, outcome }: { done: number; accepted: number; outcome: Buffer },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('face_zip')
    .set({ done, accepted, outcome })
    .where('id', '=', id)
    .where('done', '=', done - 1)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export const endZip = (db: Db, id: string, now: Date) =>
  db.updateTable('face_zip').set({ ended_at: now }).where('id', '=', id).execute()

/** Deletes old uploads and returns their ids. */
export async function deleteOldZips(db: Db, before: Date, unstartedBefore: Date): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    delete from face_zip where created_at < ${before} or (created_at < ${unstartedBefore} and task_id is null)
    returning id`.execute(db)
  return rows.rows.map(({ id }) => id)
}

/** The uploads that are not processed yet. */
export async function listUnfinishedZips(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('face_zip')
    .select('id')
    .where('id', 'in', ids)
    .where('ended_at', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

import { sql } from 'kysely'
import type { Db } from '#packages/db'

export type PreviewFailure = 'unreadable' | 'too-large' | 'too-long'

export interface PreviewRow {
  state: 'making' | 'ready' | 'failed' | 'removing'
  version: number
  pages: number | null
  reason: PreviewFailure | null
  tries: number
  requestedAt: Date
}

export const findPreview = (db: Db, sha256: Buffer): Promise<PreviewRow | undefined> =>
  db
    .selectFrom('file_preview')
    .select(['state', 'version', 'pages', 'reason', 'tries', 'requested_at as requestedAt'])
    .where('sha256', '=', sha256)
    .executeTakeFirst()

interface PreviewAttempt {
  version: number
  tries: number
  now: Date
}

/** Returns whether this is the first request. */
export async function insertPreview(db: Db, sha256: Buffer, { version, tries, now }: PreviewAttempt): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('file_preview')
    .values({ sha256, state: 'making', version, tries, requested_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Returns whether this request restarts the conversion: only one of several that saw the same row does. */
export async function retryPreview(db: Db, sha256: Buffer, seen: PreviewRow, { version, tries, now }: PreviewAttempt) {
  const { numUpdatedRows } = await db
    .updateTable('file_preview')
    .set({ state: 'making', version, tries, requested_at: now, pages: null, reason: null })
    .where('sha256', '=', sha256)
    .where('requested_at', '=', seen.requestedAt)
    .where('state', '=', seen.state)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export const markPreviewReady = (db: Db, sha256: Buffer, pages: number) =>
  db
    .updateTable('file_preview')
    .set({ state: 'ready', pages })
    .where('sha256', '=', sha256)
    .where('state', '=', 'making')
    .execute()

export const markPreviewFailed = (db: Db, sha256: Buffer, reason: PreviewFailure) =>
  db
    .updateTable('file_preview')
    .set({ state: 'failed', reason })
    .where('sha256', '=', sha256)
    .where('state', '=', 'making')
    .execute()

/** The timeout starts here, because the job may have waited long in the queue. */
export const markPreviewStarted = (db: Db, sha256: Buffer, now: Date) =>
  db
    .updateTable('file_preview')
    .set({ requested_at: now })
    .where('sha256', '=', sha256)
    .where('state', '=', 'making')
    .execute()

/**
 * Marks previews without a file, so that nobody is sent to them while they are deleted. Also returns those of an
 * interrupted sweep: they must be deleted even if their content was uploaded again, or it could not be converted again.
 */
export async function markOrphanPreviews(db: Db, before: Date, limit: number): Promise<Buffer[]> {
  const { rows } = await sql<{ sha256: Buffer }>`
    update file_preview set state = 'removing', pages = null, reason = null where sha256 in (
      select p.sha256 from file_preview p
      where p.state = 'removing' or (
        p.requested_at < ${before}
        and not exists (select from file f where f.district_id = p.district_id and f.sha256 = p.sha256)
      )
      limit ${limit}
    ) returning sha256`.execute(db)
  return rows.map(({ sha256 }) => sha256)
}

export const deleteOrphanPreviews = (db: Db, contents: readonly Buffer[]) =>
  db.deleteFrom('file_preview').where('sha256', 'in', contents).where('state', '=', 'removing').execute()

import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#packages/db'

/** A file in a zip with the claim that allowed reading it when the zip was requested. */
interface ZipSource {
  fileId: string
  /** null for an own upload without a claim. */
  claimId: string | null
  epoch: number
}

export const insertZipSources = (db: Db, zipId: string, sources: readonly ZipSource[]) =>
  db
    .insertInto('file_source')
    .values(sources.map(({ fileId, claimId, epoch }) => ({ zip_id: zipId, file_id: fileId, claim_id: claimId, epoch })))
    .execute()

/** The claim has changed, is deleted or was recalled: the same rule as for a link. */
const isSourceClosed = sql`case when s.claim_id is null
  then exists (select from file_claim o where o.district_id = s.district_id and o.file_id = s.file_id)
  else not exists (select from file_claim c
    where c.district_id = s.district_id and c.id = s.claim_id and c.epoch = s.epoch and not c.is_recalled) end`

/** Whether a file in this zip is no longer readable by its claim; always false for other files. */
export const hasClosedSource = (districtId: RawBuilder<unknown>, zipId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from file_source s
    where s.district_id = ${districtId} and s.zip_id = ${zipId} and ${isSourceClosed})`

export async function isZipClosed(db: Db, zipId: string): Promise<boolean> {
  const closed = hasClosedSource(sql`tenant.current_district()`, sql`${zipId}`)
  const { rows } = await sql<{ closed: boolean }>`select ${closed} as closed`.execute(db)
  return rows[0]!.closed
}

/** The files that may still be packed. */
export async function listOpenSources(db: Db, zipId: string): Promise<Set<string>> {
  const { rows } = await sql<{ fileId: string }>`
    select s.file_id as "fileId" from file_source s
    join file f on f.district_id = s.district_id and f.id = s.file_id and f.status = 'ready'
    where s.zip_id = ${zipId} and not (${isSourceClosed})`.execute(db)
  return new Set(rows.map(({ fileId }) => fileId))
}

/** Files that were left out of the zip must not make it unreadable. */
export const deleteOtherSources = (db: Db, zipId: string, fileIds: readonly string[]) =>
  db.deleteFrom('file_source').where('zip_id', '=', zipId).where('file_id', 'not in', fileIds).execute()

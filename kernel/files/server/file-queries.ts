import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { FileKind } from '../contract-types.ts'

export type FileStatus = 'uploading' | 'checking' | 'ready' | 'refused' | 'removing'

/** A file row. */
export interface FileRow {
  id: string
  orgId: string
  personId: string
  name: string
  suffix: string
  kind: FileKind
  size: number
  status: FileStatus
  uploadId: string | null
  message: string
  contentType: string
  sha256: Buffer | null
  width: number | null
  height: number | null
  hasThumb: boolean
  /** Whether its object is encrypted; thumbnails and previews have it in their metadata. */
  isSealed: boolean
  /** Deleted after the download, and at this time in any case; null for permanent files. */
  onceUntil: Date | null
  createdAt: Date
  /** Since when no record claims it. */
  unclaimedAt: Date | null
}

const columns = [
  'f.id',
  'f.org_id as orgId',
  'f.person_id as personId',
  'f.name',
  'f.suffix',
  'f.kind',
  'f.status',
  'f.upload_id as uploadId',
  'f.message',
  'f.content_type as contentType',
  'f.sha256',
  'f.width',
  'f.height',
  'f.has_thumb as hasThumb',
  'f.is_sealed as isSealed',
  'f.expires_at as onceUntil',
  'f.created_at as createdAt',
  'f.unclaimed_at as unclaimedAt',
] as const

export const selectFiles = (db: Db) => db.selectFrom('file as f').select([...columns, sql<number>`f.size`.as('size')])

export const findFile = (db: Db, id: string): Promise<FileRow | undefined> =>
  selectFiles(db).where('f.id', '=', id).executeTakeFirst()

export const listFiles = (db: Db, ids: readonly string[]): Promise<FileRow[]> =>
  selectFiles(db).where('f.id', 'in', ids).execute()

/** Locks these files. */
export const lockFiles = (db: Db, ids: readonly string[]): Promise<FileRow[]> =>
  selectFiles(db).where('f.id', 'in', ids).orderBy('f.id').forUpdate().execute()

/** An own upload; those of others are not found. */
export const findOwnFile = (db: Db, personId: string, id: string): Promise<FileRow | undefined> =>
  selectFiles(db).where('f.id', '=', id).where('f.person_id', '=', personId).executeTakeFirst()

export interface NewFile {
  id: string
  orgId: string
  personId: string
  name: string
  suffix: string
  kind: FileKind
  size: number
  mark?: string
  uploadId?: string
  contentType: string
}

export const insertFile = (db: Db, { id, name, suffix, kind, size, ...file }: NewFile, now: Date) =>
  db
    .insertInto('file')
    .values({
      id,
      name,
      suffix,
      kind,
      size,
      status: 'uploading',
      org_id: file.orgId,
      person_id: file.personId,
      mark: file.mark ?? '',
      upload_id: file.uploadId ?? null,
      content_type: file.contentType,
      created_at: now,
      unclaimed_at: now,
    })
    .execute()

/** The newest unfinished upload of the same file by the same person. */
export const findUnfinishedUpload = (
  db: Db,
  personId: string,
  { name, size, mark }: { name: string; size: number; mark: string },
  since: Date,
): Promise<FileRow | undefined> =>
  selectFiles(db)
    .where('f.person_id', '=', personId)
    .where('f.name', '=', name)
    .where('f.size', '=', String(size))
    .where('f.mark', '=', mark)
    .where('f.status', '=', 'uploading')
    .where('f.upload_id', 'is not', null)
    .where('f.unclaimed_at', '>', since)
    .orderBy('f.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function countUnclaimedFiles(db: Db, personId: string): Promise<number> {
  const { count } = await db
    .selectFrom('file')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .where('unclaimed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns whether the status was changed; another process may have been first. */
export async function changeFileStatus(
  db: Db,
  id: string,
  from: FileStatus,
  to: FileStatus,
  message = '',
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('file')
    .set({ status: to, message })
    .where('id', '=', id)
    .where('status', '=', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export interface StoredFile {
  name: string
  suffix: string
  size: number
  contentType: string
  sha256: Buffer
  width: number | null
  height: number | null
  hasThumb: boolean
  isSealed: boolean
  onceUntil: Date | null
}

/** Makes a checked or generated file readable. */
export async function markFileReady(db: Db, id: string, from: FileStatus, stored: StoredFile): Promise<boolean> {
  const { name, suffix, size, sha256, width, height } = stored
  const { numUpdatedRows } = await db
    .updateTable('file')
    .set({
      status: 'ready',
      message: '',
      name,
      suffix,
      size,
      sha256,
      width,
      height,
      upload_id: null,
      content_type: stored.contentType,
      has_thumb: stored.hasThumb,
      is_sealed: stored.isSealed,
      expires_at: stored.onceUntil,
    })
    .where('id', '=', id)
    .where('status', '=', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/**
 * Marks files that have been unclaimed for this long, so that nothing can claim them any more. Returns earlier marked
 * ones too.
 */
export async function markUnusedFiles(db: Db, before: Date, limit: number): Promise<FileRow[]> {
  await sql`
    update file set status = 'removing' where id in (
      select id from file where unclaimed_at < ${before} and status <> 'removing' order by unclaimed_at limit ${limit}
      for update skip locked
    )`.execute(db)
  return selectFiles(db)
    .where('f.unclaimed_at', 'is not', null)
    .where('f.status', '=', 'removing')
    .limit(limit)
    .execute()
}

/** Marks a one-time file for deletion after its download, unless it is marked already. */
export async function markFileDownloaded(db: Db, id: string, now: Date): Promise<FileRow | undefined> {
  const { numUpdatedRows } = await db
    .updateTable('file')
    .set({ status: 'removing', unclaimed_at: now })
    .where('id', '=', id)
    .where('expires_at', 'is not', null)
    .where('status', '=', 'ready')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return undefined
  await db.deleteFrom('file_claim').where('file_id', '=', id).execute()
  return findFile(db, id)
}

/** Expired one-time files. */
export const listExpiredFiles = (db: Db, now: Date, limit: number): Promise<{ id: string }[]> =>
  db
    .selectFrom('file')
    .select('id')
    .where('expires_at', '<=', now)
    .where('status', '=', 'ready')
    .orderBy('expires_at')
    .limit(limit)
    .execute()

/** Removes an own upload without a claim. */
export async function markFileRemoved(db: Db, personId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('file')
    .set({ status: 'removing' })
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .where('unclaimed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export const deleteRemovedFiles = (db: Db, ids: readonly string[]) =>
  db.deleteFrom('file').where('id', 'in', ids).where('status', '=', 'removing').execute()

export const listPersonNames = (db: Db, ids: readonly string[]) =>
  db.selectFrom('v_person').select(['id', 'name']).where('id', 'in', ids).execute()

import { sql } from 'kysely'
import type { Db } from '#packages/db'
import { selectFiles, type FileRow } from './file-queries.ts'
import { hasClosedSource } from './zip-source-queries.ts'

/** A claim of a record on a file. */
export interface FileClaim {
  id: string
  fileId: string
  ownerKind: string
  ownerId: string
  slot: string
  epoch: number
  isRecalled: boolean
}

export interface OwnerRef {
  kind: string
  id: string
}

const selectClaims = (db: Db) =>
  db
    .selectFrom('file_claim as c')
    .select([
      'c.id',
      'c.file_id as fileId',
      'c.owner_kind as ownerKind',
      'c.owner_id as ownerId',
      'c.slot',
      'c.epoch',
      'c.is_recalled as isRecalled',
    ])

export const listClaims = (db: Db, fileIds: readonly string[]): Promise<FileClaim[]> =>
  selectClaims(db).where('c.file_id', 'in', fileIds).orderBy('c.created_at').orderBy('c.id').execute()

export interface ClaimedFile extends FileRow {
  claimId: string
  ownerId: string
  epoch: number
}

/** The files that these records claim and that are not recalled, in their order. */
export const listClaimedFiles = (db: Db, kind: string, ids: readonly string[]): Promise<ClaimedFile[]> =>
  selectFiles(db)
    .innerJoin('file_claim as c', 'c.file_id', 'f.id')
    .select(['c.id as claimId', 'c.owner_id as ownerId', 'c.epoch'])
    .where('c.owner_kind', '=', kind)
    .where('c.owner_id', 'in', ids)
    .where('c.is_recalled', '=', false)
    .where('f.status', '=', 'ready')
    .orderBy('c.owner_id')
    .orderBy('c.slot')
    .orderBy('c.sort')
    .orderBy('c.id')
    .execute()

/** The files in a slot of a record, and the position of the last one. */
export async function getSlot(
  db: Db,
  { kind, id }: OwnerRef,
  slot: string,
): Promise<{ fileIds: string[]; last: number }> {
  const rows = await db
    .selectFrom('file_claim')
    .select(['file_id as fileId', 'sort'])
    .where('owner_kind', '=', kind)
    .where('owner_id', '=', id)
    .where('slot', '=', slot)
    .execute()
  return { fileIds: rows.map(({ fileId }) => fileId), last: Math.max(0, ...rows.map(({ sort }) => sort)) }
}

export interface NewClaim {
  id: string
  fileId: string
  slot: string
  sort: number
}

/** Inserts claims. A file that the record claims already moves to the new position. */
export async function insertClaims(db: Db, { kind, id }: OwnerRef, made: readonly NewClaim[], now: Date) {
  await db
    .insertInto('file_claim')
    .values(
      made.map((claim) => ({
        id: claim.id,
        file_id: claim.fileId,
        owner_kind: kind,
        owner_id: id,
        slot: claim.slot,
        sort: claim.sort,
        created_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .constraint('file_claim_owner')
        .doUpdateSet({ slot: sql<string>`excluded.slot`, sort: sql<number>`excluded.sort` }),
    )
    .execute()
  const ids = made.map(({ fileId }) => fileId)
  await db.updateTable('file').set({ unclaimed_at: null }).where('id', 'in', ids).execute()
}

/** Deletes claims of a record, all or these; files without any claim become unclaimed from now on. */
export async function deleteClaims(db: Db, { kind, id }: OwnerRef, fileIds: readonly string[] | undefined, now: Date) {
  const gone = await db
    .deleteFrom('file_claim')
    .where('owner_kind', '=', kind)
    .where('owner_id', '=', id)
    .$if(fileIds !== undefined, (query) => query.where('file_id', 'in', fileIds!))
    .returning('file_id as fileId')
    .execute()
  await markUnclaimed(
    db,
    gone.map(({ fileId }) => fileId),
    now,
  )
}

async function markUnclaimed(db: Db, fileIds: readonly string[], now: Date) {
  if (fileIds.length === 0) return
  await sql`
    update file f set unclaimed_at = ${now} where id = any(${fileIds}::uuid[])
      and not exists (select from file_claim c where c.district_id = f.district_id and c.file_id = f.id)`.execute(db)
}

/** A new epoch invalidates every issued link. */
export const setRecalled = (db: Db, { kind, id }: OwnerRef, isRecalled: boolean) =>
  db
    .updateTable('file_claim')
    .set(({ eb }) => ({ epoch: eb('epoch', '+', 1), is_recalled: isRecalled }))
    .where('owner_kind', '=', kind)
    .where('owner_id', '=', id)
    .execute()

/** Releases files that were created for tasks before this time. */
export async function releaseTaskFiles(db: Db, before: Date, now: Date) {
  const gone = await db
    .deleteFrom('file_claim')
    .where('owner_kind', '=', 'task')
    .where('created_at', '<', before)
    .returning('file_id as fileId')
    .execute()
  await markUnclaimed(
    db,
    gone.map(({ fileId }) => fileId),
    now,
  )
}

/** The current state of a linked file and of the claim in the link. */
export async function findLinkedFile(db: Db, fileId: string, claimId: string | null) {
  const { rows } = await sql<LinkedFile>`
    select f.name, f.kind, f.suffix, f.size, f.content_type as "contentType", f.sha256,
      f.is_sealed as "isSealed", f.expires_at as "onceUntil",
      f.person_id as "personId", c.epoch, coalesce(c.is_recalled, false) as "isRecalled",
      exists (select from file_claim o where o.district_id = f.district_id and o.file_id = f.id) as "isClaimed",
      ${hasClosedSource(sql`f.district_id`, sql`f.id`)} as "isClosed"
    from file f
    left join file_claim c on c.district_id = f.district_id and c.file_id = f.id and c.id = ${claimId}::uuid
    where f.id = ${fileId} and f.status = 'ready'`.execute(db)
  return rows[0]
}

export interface LinkedFile extends Pick<
  FileRow,
  'name' | 'kind' | 'suffix' | 'size' | 'contentType' | 'sha256' | 'personId' | 'isSealed' | 'onceUntil'
> {
  /** Of the claim in the link; null when the claim is deleted or the link names none. */
  epoch: number | null
  isRecalled: boolean
  isClaimed: boolean
  /** A zip that contains a recalled or released file. */
  isClosed: boolean
}

import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { BatchStatus } from '../contract.ts'

/** The owner of a batch: a person in one membership and organisation. */
export interface BatchOwner {
  personId: string
  userId: string
  orgId: string
}

export interface MappedColumn {
  at: number
  key: string | null
  how: 'sure' | 'guess' | 'remembered' | 'chosen' | 'none'
}

export interface BatchRecord {
  id: string
  target: string
  orgId: string
  orgName: string
  personId: string
  userId: string
  accountId: string
  atOrgId: string
  fileName: string
  suffix: 'xlsx' | 'xls' | 'csv'
  sha256: Buffer
  status: BatchStatus
  message: string
  rowCount: number
  mapping: readonly MappedColumn[]
  /** Encrypted. */
  head: Buffer | null
  mode: 'all' | 'good' | null
  /** Encrypted. */
  report: Buffer | null
  taskId: string | null
  createdAt: Date
  appliedAt: Date | null
  undoUntil: Date | null
}

const columns = sql.raw(`
  b.id, b.target, b.org_id as "orgId", coalesce(o.name, '') as "orgName", b.person_id as "personId",
  b.user_id as "userId", b.account_id as "accountId", b.at_org_id as "atOrgId", b.file_name as "fileName", b.suffix,
  b.sha256, b.status, b.message, b.row_count as "rowCount", b.mapping, b.head, b.mode, b.report, b.task_id as "taskId",
  b.created_at as "createdAt", b.applied_at as "appliedAt", b.undo_ends_at as "undoUntil"
  from import_batch as b left join v_org as o on o.id = b.org_id`)

type Lock = 'update' | 'share' | 'none'
const locks = { update: sql`for update of b`, share: sql`for share of b`, none: sql`` }

/** A batch of this owner. */
export async function findOwnBatch(
  db: Db,
  { personId, userId, orgId }: BatchOwner,
  id: string,
  lock: Lock = 'none',
): Promise<BatchRecord | undefined> {
  const { rows } = await sql<BatchRecord>`
    select ${columns}
    where b.id = ${id} and b.person_id = ${personId} and b.user_id = ${userId} and b.at_org_id = ${orgId}
    ${locks[lock]}
  `.execute(db)
  return rows[0]
}

/** The batch that a task works on; undefined when it belongs to another task now. */
export async function findBatchOfTask(
  db: Db,
  taskId: string,
  batchId: string,
  lock: Lock = 'none',
): Promise<BatchRecord | undefined> {
  const { rows } = await sql<BatchRecord>`
    select ${columns} where b.id = ${batchId} and b.task_id = ${taskId} ${locks[lock]}
  `.execute(db)
  return rows[0]
}

/** A batch in any state, for reading only. */
export async function findBatch(db: Db, batchId: string): Promise<BatchRecord | undefined> {
  const { rows } = await sql<BatchRecord>`select ${columns} where b.id = ${batchId}`.execute(db)
  return rows[0]
}

export async function findBatchByTask(db: Db, taskId: string): Promise<BatchRecord | undefined> {
  const { rows } = await sql<BatchRecord>`select ${columns} where b.task_id = ${taskId}`.execute(db)
  return rows[0]
}

interface NewBatch {
  id: string
  target: string
  orgId: string
  fileName: string
  suffix: BatchRecord['suffix']
  sha256: Buffer
  message: string
}

export const insertImportBatch = (
  db: Db,
  { orgId, fileName, ...batch }: NewBatch,
  owner: BatchOwner & { accountId: string },
  now: Date,
) =>
  db
    .insertInto('import_batch')
    .values({
      ...batch,
      org_id: orgId,
      file_name: fileName,
      created_at: now,
      person_id: owner.personId,
      user_id: owner.userId,
      account_id: owner.accountId,
      at_org_id: owner.orgId,
    })
    .execute()

export interface BatchChange {
  status?: BatchStatus
  message?: string
  row_count?: number
  mapping?: readonly MappedColumn[]
  head?: Buffer
  mode?: 'all' | 'good' | null
  report?: Buffer | null
  task_id?: string
  applied_at?: Date | null
  undo_ends_at?: Date | null
}

/** Changes a batch if it is in one of these states and returns whether it was. */
export async function updateBatch(
  db: Db,
  id: string,
  from: readonly BatchStatus[],
  { mapping, ...change }: BatchChange,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('import_batch')
    .set({ ...change, ...(mapping && { mapping: JSON.stringify(mapping) }) })
    .where('id', '=', id)
    .where('status', 'in', [...from])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The owner's batches of a target, newest first, without discarded ones. */
export const listRecentBatches = (db: Db, owner: BatchOwner, target: string, since: Date, limit: number) =>
  db
    .selectFrom('import_batch as b')
    .leftJoin('v_org as o', 'o.id', 'b.org_id')
    .select(['b.id', 'b.file_name as fileName', 'o.name as orgName', 'b.status', 'b.row_count as rowCount'])
    .select('b.created_at as createdAt')
    .where('b.person_id', '=', owner.personId)
    .where('b.user_id', '=', owner.userId)
    .where('b.at_org_id', '=', owner.orgId)
    .where('b.target', '=', target)
    .where('b.status', '!=', 'discarded')
    .where('b.created_at', '>', since)
    .orderBy('b.created_at', 'desc')
    .limit(limit)
    .execute()

/** The number of batches that are neither applied nor discarded. */
export async function countUnfinishedBatches(db: Db, personId: string): Promise<number> {
  const { count } = await db
    .selectFrom('import_batch')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .where('status', 'in', ['reading', 'mapping', 'checking', 'ready', 'applying', 'undoing'])
    .executeTakeFirstOrThrow()
  return count
}

/** When the same file was imported into this organisation and not undone. */
export async function findImportedAt(
  db: Db,
  { target, orgId, sha256 }: { target: string; orgId: string; sha256: Buffer },
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('import_batch')
    .select('applied_at as appliedAt')
    .where('sha256', '=', sha256)
    .where('target', '=', target)
    .where('org_id', '=', orgId)
    .where('status', '=', 'applied')
    .where('applied_at', 'is not', null)
    .orderBy('applied_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.appliedAt ?? undefined
}

interface MappingKey {
  orgId: string
  target: string
  headings: Buffer
}

export async function findSavedMapping(
  db: Db,
  { orgId, target, headings }: MappingKey,
): Promise<(string | null)[] | undefined> {
  const row = await db
    .selectFrom('import_mapping')
    .select('keys')
    .where('org_id', '=', orgId)
    .where('target', '=', target)
    .where('headings', '=', headings)
    .executeTakeFirst()
  return row?.keys as (string | null)[] | undefined
}

export const saveMapping = (
  db: Db,
  { orgId, target, headings }: MappingKey,
  keys: readonly (string | null)[],
  now: Date,
) =>
  db
    .insertInto('import_mapping')
    .values({ org_id: orgId, target, headings, keys: JSON.stringify(keys), used_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['district_id', 'org_id', 'target', 'headings'])
        .doUpdateSet({ keys: JSON.stringify(keys), used_at: now }),
    )
    .execute()

/**
 * Discards older batches, except those being written or still undoable. Discarded batches cannot be started, because
 * they are deleted piece by piece.
 */
export const discardOldBatches = (db: Db, before: Date, now: Date) =>
  db
    .updateTable('import_batch')
    .set({ status: 'discarded' })
    .where('created_at', '<', before)
    .where('status', 'not in', ['applying', 'undoing', 'discarded'])
    .where((eb) => eb.or([eb('undo_ends_at', 'is', null), eb('undo_ends_at', '<=', now)]))
    .execute()

/** This record stays when the batch is deleted. */
export const recordImport = (db: Db, orgId: string, target: string, at: Date) =>
  db
    .insertInto('org_import')
    .values({ org_id: orgId, target, applied_at: at })
    .onConflict((conflict) => conflict.columns(['district_id', 'org_id', 'target']).doUpdateSet({ applied_at: at }))
    .execute()

export const listDiscardedBatches = (db: Db, limit: number) =>
  db.selectFrom('import_batch').select('id').where('status', '=', 'discarded').limit(limit).execute()

export const deleteBatch = (db: Db, id: string) => db.deleteFrom('import_batch').where('id', '=', id).execute()

/** Those of these batches whose file has not been read yet. */
export const listUnreadBatches = async (db: Db, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('import_batch')
    .select('id')
    .where('id', 'in', [...ids])
    .where('status', '=', 'reading')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

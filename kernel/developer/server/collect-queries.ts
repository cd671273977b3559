import { sql } from 'kysely'
import type { Db } from '#packages/db'

/** How many rows of each task wait in quarantine. */
export async function countWaiting(db: Db, taskIds: readonly string[]): Promise<{ taskId: string; waiting: number }[]> {
  const { rows } = await sql<{ taskId: string; waiting: number }>`
    select task_id as "taskId", count(*)::int as waiting from collect_quarantine
    where task_id = any(${taskIds}::uuid[]) and status = 'waiting' group by task_id
  `.execute(db)
  return rows
}

export interface AcceptedRow {
  id: string
  key: string
  digest: string
  orgId: string
  subjectId: string
  payload: string
}

/**
 * Stores rows by their keys, and counts those that are new or differ from what is stored. Hashes are in hex. The task
 * counts its records, so that a list of tasks does not.
 */
export async function storeRecords(db: Db, taskId: string, rows: readonly AcceptedRow[], now: Date): Promise<number> {
  const { rows: changed } = await sql<{ isNew: boolean }>`
    insert into collected_record as r (id, task_id, key_hash, digest, org_id, subject_id, payload, received_at)
    select n.id, ${taskId}, decode(n.key, 'hex'), decode(n.digest, 'hex'), n."orgId", n."subjectId",
      decode(n.payload, 'hex'), ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n (id uuid, key text, digest text, "orgId" uuid, "subjectId" uuid, payload text)
    order by n.key
    on conflict (district_id, task_id, key_hash) do update
      set digest = excluded.digest, org_id = excluded.org_id, subject_id = excluded.subject_id,
        payload = excluded.payload, received_at = excluded.received_at
      where r.digest <> excluded.digest
    returning r.xmax = 0 as "isNew"
  `.execute(db)
  const added = changed.filter(({ isNew }) => isNew).length
  if (added > 0) await sql`update collect_task set taken = taken + ${added} where id = ${taskId}`.execute(db)
  return changed.length
}

export interface RefusedRow {
  id: string
  digest: string
  payload: string
  reason: string
}

/**
 * A row that already waits stays as it is, and so does one that was taken after a change: its values are stored. A row
 * that somebody dropped waits again when it is sent again, because nothing of it was kept.
 */
export async function storeQuarantine(
  db: Db,
  { taskId, orgId }: { taskId: string; orgId: string },
  rows: readonly RefusedRow[],
  now: Date,
): Promise<number> {
  const { rows: stored } = await sql`
    insert into collect_quarantine as q (id, task_id, org_id, digest, payload, reason, status, created_at)
    select n.id, ${taskId}, ${orgId}, decode(n.digest, 'hex'), decode(n.payload, 'hex'), n.reason, 'waiting', ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id uuid, digest text, payload text, reason text)
    order by n.digest
    on conflict (district_id, task_id, digest) do update
      set status = 'waiting', reason = excluded.reason, created_at = excluded.created_at, decided_at = null
      where q.status = 'dropped'
    returning q.id
  `.execute(db)
  return stored.length
}

export interface WaitingRow {
  id: string
  taskId: string
  payload: Buffer
}

/** Locked, so that nobody else sends them too. */
export async function lockWaiting(db: Db, ids: readonly string[]): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select id, task_id as "taskId", payload from collect_quarantine
    where id = any(${ids}::uuid[]) and status = 'waiting' order by id for update
  `.execute(db)
  return rows
}

/** The values of rows, and what they are about. */
export async function listPayloads(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; target: string; payload: Buffer }>`
    select q.id, t.target, q.payload from collect_quarantine q join collect_task t on t.id = q.task_id
    where q.id = any(${ids}::uuid[])
  `.execute(db)
  return rows
}

export const setQuarantine = (
  db: Db,
  ids: readonly string[],
  { status, now }: { status: 'replayed' | 'dropped'; now: Date },
) =>
  sql`
    update collect_quarantine set status = ${status}, decided_at = ${now} where id = any(${ids}::uuid[])
  `.execute(db)

/** A row that is still wrong keeps its new values and gets the new reason. */
export const keepWaiting = (db: Db, id: string, { payload, reason }: { payload: Buffer; reason: string }) =>
  sql`update collect_quarantine set payload = ${payload}, reason = ${reason} where id = ${id}`.execute(db)

export interface BatchRow {
  id: string
  taskId: string
  total: number
  done: number
}

export async function insertBatch(
  db: Db,
  batch: { id: string; taskId: string; fileName: string; digest: Buffer; total: number; by: string },
  now: Date,
): Promise<{ id: string; isNew: boolean }> {
  const { id, taskId, fileName, digest, total, by } = batch
  const { rows } = await sql<{ id: string; isNew: boolean }>`
    with made as (
      insert into collect_batch (id, task_id, file_name, digest, total, created_at, created_by)
      values (${id}, ${taskId}, ${fileName}, ${digest}, ${total}, ${now}, ${by})
      on conflict (district_id, task_id, digest) do nothing returning id
    )
    select id, true as "isNew" from made
    union all select id, false from collect_batch where task_id = ${taskId} and digest = ${digest}
    limit 1
  `.execute(db)
  return rows[0]!
}

export async function lockBatch(db: Db, id: string): Promise<BatchRow | undefined> {
  const { rows } = await sql<BatchRow>`
    select id, task_id as "taskId", total, done from collect_batch where id = ${id} for update
  `.execute(db)
  return rows[0]
}

export interface RowCounts {
  taken: number
  unchanged: number
  quarantined: number
}

export interface BatchPiece {
  id: string
  firstRow: number
  payload: Buffer
}

/** The rows of a file in pieces: a job reads one at a time. */
export const insertPieces = (db: Db, batchId: string, pieces: readonly BatchPiece[]) =>
  db
    .insertInto('collect_piece')
    .values(pieces.map(({ id, firstRow, payload }) => ({ id, batch_id: batchId, first_row: firstRow, payload })))
    .execute()

/** Reads a piece and deletes it: it is taken in this transaction. */
export async function takePiece(db: Db, batchId: string, firstRow: number): Promise<BatchPiece | undefined> {
  const { rows } = await sql<BatchPiece>`
    delete from collect_piece where batch_id = ${batchId} and first_row = ${firstRow}
    returning id, first_row as "firstRow", payload
  `.execute(db)
  return rows[0]
}

export const advanceBatch = (db: Db, id: string, done: number, { taken, unchanged, quarantined }: RowCounts) =>
  sql`
    update collect_batch set done = ${done}, taken = taken + ${taken}, unchanged = unchanged + ${unchanged},
      quarantined = quarantined + ${quarantined}
    where id = ${id}
  `.execute(db)

export async function listBatches(db: Db, taskId: string) {
  const { rows } = await sql<
    RowCounts & { id: string; fileName: string; total: number; done: number; createdAt: Date }
  >`
    select id, file_name as "fileName", total, done, taken, unchanged, quarantined, created_at as "createdAt"
    from collect_batch where task_id = ${taskId} order by created_at desc limit 20
  `.execute(db)
  return rows
}

export async function findOrgPath(db: Db, orgId: string): Promise<string> {
  const { rows } = await sql<{ path: string }>`select path::text as path from v_org where id = ${orgId}`.execute(db)
  return rows[0]?.path ?? ''
}

export interface StoredApi {
  code: string
  isOpen: boolean
  dayQuota: number
  qps: number
}

export async function listStoredApis(db: Db): Promise<StoredApi[]> {
  const { rows } = await sql<StoredApi>`
    select code, is_open as "isOpen", day_quota as "dayQuota", qps from open_api
  `.execute(db)
  return rows
}

export const storeApi = (db: Db, { code, isOpen, dayQuota, qps }: StoredApi, by: string, now: Date) =>
  sql`
    insert into open_api (code, is_open, day_quota, qps, updated_at, updated_by)
    values (${code}, ${isOpen}, ${dayQuota}, ${qps}, ${now}, ${by})
    on conflict (district_id, code) do update set is_open = excluded.is_open, day_quota = excluded.day_quota,
      qps = excluded.qps, updated_at = excluded.updated_at, updated_by = excluded.updated_by
  `.execute(db)

import { sql } from 'kysely'
import type { Page } from '#packages/contract'
import { readPage, type Db } from '#packages/db'
import type { RowState } from '../contract.ts'

/** A stored row; its contents are encrypted. */
export interface RowRecord {
  row: number
  state: RowState | 'read'
  keys: Buffer[]
  raw: Buffer
  checked: Buffer | null
}

const hex = (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}`

/** Reading the same file again inserts the same rows. */
export const insertRows = (db: Db, batchId: string, rows: readonly { row: number; raw: Buffer }[]) =>
  sql`
    insert into import_row (batch_id, row_no, raw)
    select ${batchId}, row_no, raw
    from jsonb_to_recordset(${JSON.stringify(rows.map(({ row, raw }) => ({ row_no: row, raw: hex(raw) })))}::jsonb)
      as r (row_no int, raw bytea)
    on conflict do nothing
  `.execute(db)

export interface WrittenRow {
  row: number
  state: RowState
  isRepaired: boolean
  kinds: readonly string[]
  fixes: readonly string[]
  keys: readonly Buffer[]
  checked: Buffer
}

/**
 * Updates rows by insert with conflict, so that each is found by its key. An update joined to a list may get a bad
 * plan, because the table has just been filled and has no statistics.
 */
export const writeImportRows = (db: Db, batchId: string, rows: readonly WrittenRow[]) => {
  const records = rows.map(({ row, isRepaired, keys, checked, ...rest }) => ({
    row_no: row,
    is_repaired: isRepaired,
    ...rest,
    keys: keys.map(hex),
    checked: hex(checked),
  }))
  return sql`
    insert into import_row (batch_id, row_no, raw, state, is_repaired, kinds, fixes, keys, checked)
    select ${batchId}, row_no, '', state, is_repaired, kinds, fixes, keys, checked
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r (row_no int, state text, is_repaired boolean,
      kinds text[], fixes text[], keys bytea[], checked bytea)
    on conflict (district_id, batch_id, row_no) do update
    set state = excluded.state, is_repaired = excluded.is_repaired, kinds = excluded.kinds, fixes = excluded.fixes,
      keys = excluded.keys, checked = excluded.checked
  `.execute(db)
}

const rowColumns = sql.raw('row_no as row, state, keys, raw, checked')

/** The next rows, in the order of the file. */
export async function listRowsAfter(
  db: Db,
  batchId: string,
  after: number,
  limit: number,
  states?: readonly RowState[],
): Promise<RowRecord[]> {
  const ofStates = states ? sql`and state = any(${states})` : sql``
  const { rows } = await sql<RowRecord>`
    select ${rowColumns} from import_row where batch_id = ${batchId} and row_no > ${after} ${ofStates}
    order by row_no limit ${limit}
  `.execute(db)
  return rows
}

export async function listRowsByNumber(db: Db, batchId: string, numbers: readonly number[]): Promise<RowRecord[]> {
  const { rows } = await sql<RowRecord>`
    select ${rowColumns} from import_row where batch_id = ${batchId} and row_no = any(${numbers}::int[]) order by row_no
  `.execute(db)
  return rows
}

/** The first rows of a group of issues; with a fix only those it applies to. */
export async function listRowsOfKind(
  db: Db,
  batchId: string,
  { kind, fix, limit }: { kind: string; fix?: string; limit: number },
): Promise<RowRecord[]> {
  const fixable = fix === undefined ? sql`` : sql`and ${fix} = any(fixes)`
  const { rows } = await sql<RowRecord>`
    select ${rowColumns} from import_row
    where batch_id = ${batchId} and state = 'wrong' and ${kind} = any(kinds) ${fixable}
    order by row_no limit ${limit}
  `.execute(db)
  return rows
}

/** The keys that several rows have, with their rows; skipped rows and rows without effect do not count. */
export async function listSharedKeys(db: Db, batchId: string): Promise<{ key: Buffer; rows: number[] }[]> {
  const { rows } = await sql<{ key: Buffer; rows: number[] }>`
    select key, array_agg(row_no order by row_no) as rows
    from import_row, unnest(keys) as key
    where batch_id = ${batchId} and state not in ('skipped', 'same')
    group by key having count(*) > 1
  `.execute(db)
  return rows
}

/** The rows with one of these keys that have an effect. */
export async function listRowsWithKeys(
  db: Db,
  batchId: string,
  keys: readonly Buffer[],
): Promise<{ row: number; keys: Buffer[] }[]> {
  if (keys.length === 0) return []
  // Planned for these keys: PostgreSQL hashes a list that it knows, and a pasted block has thousands of keys.
  const { rows } = await sql<{ row: number; keys: Buffer[] }>`/* planned anew */
    select row_no as row, keys from import_row
    where batch_id = ${batchId} and state not in ('skipped', 'same')
      and exists (select from unnest(keys) as has(key) where has.key = any(${keys}::bytea[]))
    order by row_no
  `.execute(db)
  return rows
}

export interface RowCounts {
  new: number
  changed: number
  same: number
  wrong: number
  skipped: number
  repaired: number
}

export async function countRows(db: Db, batchId: string): Promise<RowCounts> {
  const { rows } = await sql<RowCounts>`
    select count(*) filter (where state = 'new') as new, count(*) filter (where state = 'changed') as changed,
      count(*) filter (where state = 'same') as same, count(*) filter (where state = 'wrong') as wrong,
      count(*) filter (where state = 'skipped') as skipped, count(*) filter (where is_repaired) as repaired
    from import_row where batch_id = ${batchId}
  `.execute(db)
  return rows[0]!
}

/** The number of rows of each kind of issue and of each fix. */
export async function countIssueKinds(db: Db, batchId: string) {
  const counted = async (column: 'kinds' | 'fixes') => {
    const { rows } = await sql<{ name: string; count: number }>`
      select name, count(*) from import_row, unnest(${sql.ref(column)}) as name
      where batch_id = ${batchId} and state = 'wrong' group by name order by count(*) desc, name
    `.execute(db)
    return rows
  }
  return { kinds: await counted('kinds'), fixes: await counted('fixes') }
}

interface RowFilter {
  kind: string | null
  state: RowState | null
  with: readonly number[]
  pageNumber: number
  pageSize: number
}

/** A page of the rows of a group or state, in the order of the file, with the additionally requested rows. */
export function listRowPage(db: Db, batchId: string, filter: RowFilter): Promise<Page<RowRecord>> {
  let query = db
    .selectFrom('import_row')
    .select(['row_no as row', 'state', 'keys', 'raw', 'checked'])
    .where('batch_id', '=', batchId)
    .orderBy('row_no')
  const { kind, state } = filter
  if (kind !== null || state !== null)
    query = query.where((eb) =>
      eb.or([
        eb.and([
          ...(state === null ? [] : [eb('state', '=', state)]),
          ...(kind === null ? [] : [eb('state', '=', 'wrong'), sql<boolean>`${kind} = any(kinds)`]),
        ]),
        ...(filter.with.length === 0 ? [] : [eb('row_no', 'in', [...filter.with])]),
      ]),
    )
  return readPage(db, query, filter) as unknown as Promise<Page<RowRecord>>
}

export interface EffectRecord {
  row: number
  effectNo: number
  effect: Buffer
}

export const writeEffects = (db: Db, batchId: string, effects: readonly EffectRecord[]) => {
  const records = effects.map(({ row, effectNo, effect }) => ({
    row_no: row,
    effect_no: effectNo,
    effect: hex(effect),
  }))
  return sql`
    insert into import_row (batch_id, row_no, raw, effect_no, effect)
    select ${batchId}, row_no, '', effect_no, effect
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r (row_no int, effect_no int, effect bytea)
    on conflict (district_id, batch_id, row_no) do update set effect_no = excluded.effect_no, effect = excluded.effect
  `.execute(db)
}

/** The effects of an import, the last first. */
export async function listEffectsBefore(
  db: Db,
  batchId: string,
  before: number,
  limit: number,
): Promise<{ row: number; effectNo: number; effect: Buffer }[]> {
  const { rows } = await sql<EffectRecord>`
    select row_no as row, effect_no as "effectNo", effect from import_row
    where batch_id = ${batchId} and effect_no < ${before} order by effect_no desc limit ${limit}
  `.execute(db)
  return rows
}

export const clearEffects = (db: Db, batchId: string) =>
  db
    .updateTable('import_row')
    .set({ effect_no: null, effect: null })
    .where('batch_id', '=', batchId)
    .where('effect_no', 'is not', null)
    .execute()

/** Deletes a limited number of rows, so that no long lock is held, and returns the count. */
export async function deleteRows(db: Db, batchId: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from import_row where batch_id = ${batchId} and row_no in (
      select row_no from import_row where batch_id = ${batchId} order by row_no limit ${limit}
    )
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}

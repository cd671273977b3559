import { sql } from 'kysely'
import type { DistrictId } from '#packages/core'
import { inDistrict, type Cells, type Db } from '#packages/db'
import { anyRow, loadFieldCipher, type FieldCipher } from './district-keyring.ts'

/** A table with encrypted columns, for re-encryption after a key change. */
export interface SealedTable {
  table: string
  /** Its key within the district, with PostgreSQL types. */
  key: Readonly<Record<string, string>>
  /** The row id of its values, in SQL; empty for values without a row. */
  row: string
  /** The field name of each encrypted column. */
  columns: Readonly<Record<string, string>>
}

interface ResealOptions {
  cells: Cells
  district: DistrictId
  version: number
  tables: readonly SealedTable[]
  /** Called after each batch, to report or to stop. */
  onBatch?: (table: string, read: number, sealed: number) => void
  batch?: number
}

interface ResealBatch {
  read: number
  sealed: number
  cursor: string[] | null
}

/**
 * Encrypts all values of these tables again that are not under the district's newest key, or not bound to their row. In
 * batches, each a short transaction that stores its progress, so that the work can be stopped and continued at any
 * time. A second pass finds values that others wrote meanwhile under the previous key.
 */
export async function resealTables({ cells, district, version, tables, onBatch, batch = 200 }: ResealOptions) {
  const total = { read: 0, sealed: 0, late: 0 }
  for (const table of tables) {
    let state = await inDistrict(cells, district, (db) => getProgress(db, version, table.table))
    while (!state.isDone) {
      const { cursor } = state
      const done = await inDistrict(cells, district, async (db) => {
        const made = await resealBatch(db, district, table, cursor, batch)
        await saveProgress(db, version, table.table, made.cursor ?? cursor, made.cursor === null)
        return made
      })
      total.read += done.read
      total.sealed += done.sealed
      onBatch?.(table.table, done.read, done.sealed)
      state = { cursor: done.cursor, isDone: done.cursor === null }
    }
  }
  for (const table of tables)
    for (let cursor: string[] | null | undefined; cursor !== null;) {
      const after: string[] | null = cursor ?? null
      const made = await inDistrict(cells, district, (db) => resealBatch(db, district, table, after, batch))
      total.late += made.sealed
      cursor = made.cursor
    }
  return total
}

async function resealBatch(
  db: Db,
  district: DistrictId,
  table: SealedTable,
  after: readonly string[] | null,
  limit: number,
): Promise<ResealBatch> {
  const fields = await loadFieldCipher(db, district)
  const rows = await lockRowsAfter(db, table, after, limit)
  const changes = rows.flatMap((row) => resealRow(fields, table, row))
  if (changes.length > 0) await updateSealedColumns(db, table, changes)
  const last = rows.length < limit ? undefined : rows.at(-1)
  return { read: rows.length, sealed: changes.length, cursor: last?.key ?? null }
}

interface Row {
  key: string[]
  row: string
  values: Record<string, string | null>
}

function resealRow(fields: FieldCipher, { columns }: SealedTable, { key, row, values }: Row) {
  const changed: Record<string, string> = {}
  for (const [column, field] of Object.entries(columns)) {
    const sealed = values[column] ? Buffer.from(values[column], 'hex') : null
    if (!sealed || !fields.isOld(sealed, row)) continue
    const plain = fields.decryptBytes(field, sealed, row)
    changed[column] = fields.encryptBytes(field, plain, row).toString('hex')
  }
  return Object.keys(changed).length > 0 ? [{ key, ...changed }] : []
}

const joinColumns = (parts: readonly string[]) => sql.join(parts.map((part) => sql.ref(part)))

/** Locks the rows, so that nobody writes between reading and encrypting. */
async function lockRowsAfter(
  db: Db,
  { table, key, row, columns }: SealedTable,
  after: readonly string[] | null,
  limit: number,
) {
  const keys = Object.keys(key)
  const pairs = Object.keys(columns).map((name) => sql`${sql.lit(name)}, encode(${sql.ref(name)}, 'hex')`)
  const cursor = (after ?? []).map((value, at) => sql`${value}::${sql.raw(key[keys[at]!]!)}`)
  const beyond = after ? sql`where (${joinColumns(keys)}) > (${sql.join(cursor)})` : sql``
  const { rows } = await sql<Row>`
    select array[${sql.join(keys.map((name) => sql`${sql.ref(name)}::text`))}] as key,
      ${row === anyRow ? sql`''` : sql`(${sql.raw(row)})::text`} as row, jsonb_build_object(${sql.join(pairs)}) as values
    from ${sql.table(table)} ${beyond} order by ${joinColumns(keys)} limit ${limit} for no key update
  `.execute(db)
  return rows
}

const updateSealedColumns = (db: Db, { table, key, columns }: SealedTable, changes: readonly object[]) => {
  const set = Object.keys(columns).map(
    (name) => sql`${sql.ref(name)} = coalesce(decode(r ->> ${sql.lit(name)}, 'hex'), t.${sql.ref(name)})`,
  )
  const same = Object.entries(key).map(
    ([name, type], at) => sql`t.${sql.ref(name)} = (r -> 'key' ->> ${sql.lit(at)})::${sql.raw(type)}`,
  )
  return sql`
    update ${sql.table(table)} t set ${sql.join(set)}
    from jsonb_array_elements(${JSON.stringify(changes)}::jsonb) r where ${sql.join(same, sql` and `)}
  `.execute(db)
}

async function getProgress(db: Db, version: number, table: string) {
  const row = await db
    .selectFrom('key_renewal')
    .select(['cursor', 'is_done as isDone'])
    .where('version', '=', version)
    .where('table_name', '=', table)
    .executeTakeFirst()
  return row ?? { cursor: null, isDone: false }
}

const saveProgress = (db: Db, version: number, table: string, cursor: string[] | null, isDone: boolean) =>
  db
    .insertInto('key_renewal')
    .values({ version, table_name: table, cursor, is_done: isDone, updated_at: new Date() })
    .onConflict((conflict) =>
      conflict
        .columns(['district_id', 'version', 'table_name'])
        .doUpdateSet({ cursor, is_done: isDone, updated_at: new Date() }),
    )
    .execute()

import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { listImportedFields, type AnyField, type Reference } from '#packages/contract'
import type { Ctx, Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'
import { getColumns } from './columns.ts'
import { recordChanges, type ChangedRow } from './history.ts'
import type { EntityTable, FieldValues, StoredRow } from './rows.ts'

/** Spaces in a name do not distinguish rows: imported names of Chinese characters have none. */
const withoutSpaces = (text: string) => text.replaceAll(/[\s\u00a0\u3000]/g, '')

/** A value of a form or of a stored row as text, for recognising rows. */
export function getMatchText({ kind }: AnyField, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (kind === 'text') return withoutSpaces(value as string)
  return String((kind === 'reference' && typeof value === 'object' ? (value as Reference).id : value) as string)
}

/** The rows of an organisation that have one of the keys, each a text for every field of `names`. */
export async function listMatching(
  table: EntityTable,
  db: Db,
  scope: Scope,
  { orgId, names, keys }: { orgId: string; names: readonly string[]; keys: readonly (readonly string[])[] },
): Promise<StoredRow[]> {
  const texts = names.map((name) =>
    table.fields[name]!.kind === 'text'
      ? sql`regexp_replace(${table.at(name)}, '[\\s\\u00a0\\u3000]', '', 'g')`
      : sql`coalesce(${table.at(name)}::text, '')`,
  )
  const columns = names.map((_, at) => sql`${keys.map((key) => key[at]!)}::text[]`)
  const { rows } = await sql<StoredRow>`
    select ${table.columns} from ${sql.table(table.table)} as t ${table.joins}
    where ${table.at(table.entity.scope.org!)} = ${orgId} and ${inScope(scope, table.scopeColumns)}
      and (${sql.join(texts)}) in (select * from unnest(${sql.join(columns)}))
  `.execute(db)
  return rows
}

/** The rows of the view of a reference, by name. People are many, and their index by name has the collation "C". */
export async function listByName(db: Db, { view }: AnyField, names: readonly string[]): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select id, name from ${sql.table(view!)} where name collate "C" = any(${names}::text[])
  `.execute(db)
  return rows
}

/** The columns that an import may change. */
const listColumns = ({ entity }: EntityTable) =>
  listImportedFields(entity).flatMap(([name, field]) => (field.write === 'form' ? getColumns(name, field) : []))

/** The columns that an import may change as JSON, by id; encrypted text stays encrypted. */
export async function readColumns(table: EntityTable, db: Db, ids: readonly string[]): Promise<Map<string, object>> {
  const pairs = listColumns(table).map((column) => sql`${sql.lit(column)}, ${sql.ref(`t.${column}`)}`)
  const { rows } = await sql<{ id: string; columns: object }>`
    select t.id, jsonb_build_object(${sql.join(pairs)}) as columns from ${sql.table(table.table)} as t
    where t.id = any(${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, columns }) => [id, columns]))
}

/** Writes the columns of `readColumns` back, if the row still has this version. */
export async function restoreColumns(table: EntityTable, ctx: Ctx, id: string, version: number, columns: object) {
  const set = listColumns(table).map((column) => sql`${sql.ref(column)} = ${sql.ref(`before.${column}`)}`)
  const read = sql.join(listColumns(table).map((column) => sql.ref(`t.${column}`)))
  const isThis = sql`t.id = ${id} and t.version = ${version}`
  const before = sql<ChangedRow>`select t.id, ${read} from ${sql.table(table.table)} as t where ${isThis} for update`
  const changed = table.entity.history ? (await before.execute(ctx.db)).rows : []
  const restored = await sql<FieldValues>`
    update ${sql.table(table.table)} as t
    set ${sql.join(set)}, version = t.version + 1, updated_at = ${ctx.now}
    from jsonb_populate_record(null::${sql.table(table.table)}, ${JSON.stringify(columns)}::jsonb) as before
    where ${isThis} returning ${read}
  `.execute(ctx.db)
  await recordChanges(ctx, table, changed, restored.rows[0] ?? {})
}

/** The versions of rows in a scope, by id; `isLocked` until the end of the transaction. */
export async function listVersions(
  table: EntityTable,
  db: Db,
  scope: Scope,
  ids: readonly string[],
  { isLocked = false } = {},
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; version: number }>`
    select t.id, t.version from ${sql.table(table.table)} as t
    where t.id = any(${ids}::uuid[]) and ${inScope(scope, table.scopeColumns)}
    order by t.id ${isLocked ? sql`for update` : sql``}
  `.execute(db)
  return new Map(rows.map(({ id, version }) => [id, version]))
}

export async function countRows(table: EntityTable, db: Db, where: RawBuilder<SqlBool>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from ${sql.table(table.table)} as t where ${where}
  `.execute(db)
  return rows[0]!.count
}

interface OrderTerm {
  column: string
  isDescending: boolean
}

function listOrder(table: EntityTable): OrderTerm[] {
  const terms = table.entity.list.order.map((term) => ({
    column: table.column(term.replace(/^-/, '')),
    isDescending: term.startsWith('-'),
  }))
  return [...terms, { column: 'id', isDescending: terms.at(-1)?.isDescending ?? false }]
}

/** Rows after the one whose values are `last`, in the order of the list: nulls are last, or first when descending. */
function isAfter(terms: readonly OrderTerm[]): RawBuilder<SqlBool> {
  const [term, ...rest] = terms
  if (!term) return sql`false`
  const [own, last] = [sql.ref(`t.${term.column}`), sql.ref(`last.${term.column}`)]
  const isBehind = term.isDescending
    ? sql`(${own} < ${last} or (${last} is null and ${own} is not null))`
    : sql`(${own} > ${last} or (${own} is null and ${last} is not null))`
  return sql`(${isBehind} or (${own} is not distinct from ${last} and ${isAfter(rest)}))`
}

/** The next rows of a list, by key. `after` has the values of the last row, as text for the next call. */
export async function listAfter(
  table: EntityTable,
  db: Db,
  where: RawBuilder<SqlBool>,
  after: string | null,
  limit: number,
): Promise<{ rows: StoredRow[]; after: string | null }> {
  const terms = listOrder(table)
  const name = sql.table(table.table)
  const values = terms.map(({ column }) => sql`${sql.lit(column)}, ${sql.ref(`t.${column}`)}`)
  const start = after === null ? sql`` : sql`, jsonb_populate_record(null::${name}, ${after}::jsonb) as last`
  const { rows } = await sql<StoredRow & { lastValues: object }>`
    select ${table.columns}, jsonb_build_object(${sql.join(values)}) as "lastValues"
    from (
      select t.* from ${name} as t ${start}
      where ${where} and ${after === null ? sql`true` : isAfter(terms)}
      order by ${table.orderBy} limit ${limit}
    ) as t ${table.joins}
    order by ${table.orderBy}
  `.execute(db)
  const last = rows.at(-1)
  return { rows, after: last && rows.length === limit ? JSON.stringify(last.lastValues) : null }
}

import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#packages/db'

export interface MetricNode {
  id: string
  name: string
  path: string
  type: string
  /** Whether there are organisations below it, departments aside. */
  hasUnitsBelow: boolean
}

/** An organisation and, if asked for, those directly below it in their order. */
export async function listMetricNodes(db: Db, orgId: string, withChildren: boolean): Promise<MetricNode[]> {
  const { rows } = await sql<MetricNode>`
    select o.id, o.name, o.path::text as path, o.type,
      exists (select from v_org b where b.parent_id = o.id and b.type <> 'department') as "hasUnitsBelow"
    from v_org o
    where o.type <> 'department' and (o.id = ${orgId} or (${withChildren}::boolean and o.parent_id = ${orgId}))
    order by o.id <> ${orgId}, o.sort, o.id
  `.execute(db)
  return rows
}

/** How the days of a period are put together: one value, or one a day. */
export interface CellFilter {
  codes: readonly string[]
  nodeIds: readonly string[]
  from: string
  to: string
  byDay: boolean
  byDims: boolean
}

export interface CellSum {
  code: string
  nodeId: string
  /** Empty unless by day. */
  day: string
  dims: string
  /** Null: nothing was reported. */
  value: number | null
  total: number | null
  /** Of the last day with a figure: a level is not added up. */
  lastValue: number | null
  lastDay: string | null
  /** Days with a figure. */
  days: number
  reported: number
  expected: number
  countedAt: Date | null
}

/**
 * The cells of organisations: of those with some below them the sums of all, of the others their own figures. A school
 * that got a branch later has sums since then, and its own figures of the time before.
 */
function cellsOf(
  { codes, nodeIds, from, to }: Omit<CellFilter, 'byDay' | 'byDims'>,
  dims: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const isCellOf = (column: string, table: string, node: string) => sql`
    ${sql.ref(column)} = ${sql.ref(node)} and ${sql.ref(`${table}.code`)} = any(${codes}::text[])
    and ${sql.ref(`${table}.day`)} between ${from}::date and ${to}::date`
  const isIn = (table: string, column: string) => isCellOf(`${table}.${column}`, table, 'n.id')
  const isRolled = (table: string) => sql`(n.is_rolled and exists (
    select from metric_rollup r where r.node_id = n.id and r.code = ${sql.ref(`${table}.code`)}
      and r.day = ${sql.ref(`${table}.day`)} and r.dims = ''))`
  return sql`
    with node as materialized (
      select given.id, exists (select from metric_rollup r where ${isCellOf('r.node_id', 'r', 'given.id')}) as is_rolled
      from unnest(${nodeIds}::uuid[]) as given (id)
    ), cell as (
      select r.code, r.node_id, r.day, r.dims, r.value, r.total, r.reported, r.expected, r.counted_at
      from node n join metric_rollup r on ${isIn('r', 'node_id')} and ${dims}
      where n.is_rolled
      union all
      select f.code, f.org_id, f.day, f.dims, f.value, f.total, 1, 1, f.counted_at
      from node n join metric_fact f on ${isIn('f', 'org_id')} and ${dims}
      where not ${isRolled('f')}
      union all
      select m.code, m.org_id, m.day, '', null, null, 0, 1, null
      from node n join metric_report m on ${isIn('m', 'org_id')} and m.state = 'missing'
      where not ${isRolled('m')}
    )`
}

/** Sums of the cells in one query, however many codes, organisations and days. */
export async function sumCells(db: Db, filter: CellFilter): Promise<CellSum[]> {
  const day = filter.byDay ? sql`c.day::text` : sql`''`
  const { rows } = await sql<CellSum>`
    ${cellsOf(filter, filter.byDims ? sql`dims <> ''` : sql`dims = ''`)}
    select c.code, c.node_id as "nodeId", ${day} as day, c.dims, sum(c.value) as value, sum(c.total) as total,
      (array_agg(c.value order by c.day desc) filter (where c.value is not null))[1] as "lastValue",
      max(c.day) filter (where c.value is not null) as "lastDay", count(c.value) as days,
      sum(c.reported) as reported, sum(c.expected) as expected, max(c.counted_at) as "countedAt"
    from cell c
    group by c.code, c.node_id, 3, c.dims
    order by 3, c.dims
  `.execute(db)
  return rows
}

/** The last day before the period with a figure, of each code: a school day, because days off have none. */
export async function listCellsBefore(
  db: Db,
  { codes, nodeId, from, to }: { codes: readonly string[]; nodeId: string; from: string; to: string },
): Promise<CellSum[]> {
  const { rows } = await sql<CellSum>`
    ${cellsOf({ codes, nodeIds: [nodeId], from, to }, sql`dims = ''`)}
    select distinct on (c.code) c.code, c.node_id as "nodeId", c.day::text as day, c.dims, c.value, c.total,
      c.value as "lastValue", c.day as "lastDay", 1 as days, c.reported, c.expected, c.counted_at as "countedAt"
    from cell c where c.value is not null
    order by c.code, c.day desc
  `.execute(db)
  return rows
}

/** Who should have reported on a day, and has not. */
export async function listMissingOrgs(
  db: Db,
  { code, day, path }: { code: string; day: string; path: string },
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select o.id, o.name from metric_report m join v_org o on o.id = m.org_id
    where m.code = ${code} and m.day = ${day}::date and m.state = 'missing' and o.path <@ ${path}::ltree
    order by o.sort, o.id
  `.execute(db)
  return rows
}

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
  /** Those of the codes that have a last value. */
  levels: readonly string[]
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
  /** Of levels, that of the last day with a figure: they are not added up. */
  lastValue: number | null
  lastDay: string | null
  /** Days with a figure. */
  days: number
  reported: number
  expected: number
  countedAt: Date | null
}

type CellPeriod = Omit<CellFilter, 'byDay' | 'byDims' | 'levels'>

/**
 * Asks for the cells `c` of these organisations: of those with some below them the sums of all, of the others their own
 * figures. A school that got a branch later has sums since then, and its own figures of the time before. Every table is
 * named once, because planning a table of many months takes as long as reading it; `not in` is a lookup in memory, however
 * many rows were estimated.
 */
async function queryCells(
  db: Db,
  { codes, nodeIds, from, to }: CellPeriod,
  { select, byDims, rest }: { select: RawBuilder<unknown>; byDims: boolean; rest: RawBuilder<unknown> },
): Promise<CellSum[]> {
  const isWanted = (table: string, org: string) => sql`${sql.ref(`${table}.${org}`)} = any(${nodeIds}::uuid[])
    and ${sql.ref(`${table}.code`)} = any(${codes}::text[])
    and ${sql.ref(`${table}.day`)} between ${from}::date and ${to}::date`
  const isOwn = (table: string) => sql`${isWanted(table, 'org_id')}
    and (${sql.ref(`${table}.org_id`)}, ${sql.ref(`${table}.code`)}, ${sql.ref(`${table}.day`)})
      not in (select r.node_id, r.code, r.day from rolled r where r.dims = '')`
  const dims = byDims ? sql`dims <> ''` : sql`dims = ''`
  const { rows } = await sql<CellSum>`
    with rolled as materialized (
      select r.node_id, r.code, r.day, r.dims, r.value, r.total, r.reported, r.expected, r.counted_at
      from metric_rollup r where ${isWanted('r', 'node_id')} and (${byDims}::boolean or r.dims = '')
    )
    select ${select} from (
      select * from rolled where ${dims}
      union all
      select f.org_id, f.code, f.day, f.dims, f.value, f.total, 1, 1, f.counted_at
      from metric_fact f where ${isOwn('f')} and ${dims}
      union all
      select m.org_id, m.code, m.day, '', null, null, 0, 1, null
      from metric_report m where m.state = 'missing' and ${isOwn('m')}
    ) as c ${rest}
  `.execute(db)
  return rows
}

/**
 * Sums of the cells in one query, however many codes, organisations and days. The last value is that of the greatest
 * pair of day and value: an ordered aggregate would sort all rows of a year.
 */
export const sumCells = (db: Db, { byDay, byDims, levels, ...period }: CellFilter) =>
  queryCells(db, period, {
    select: sql`c.node_id as "nodeId", c.code, ${byDay ? sql`c.day::text` : sql`''`} as day, c.dims,
      sum(c.value) as value, sum(c.total) as total,
      (max(array[c.day - date '2000-01-01', c.value])
        filter (where c.value is not null and c.code = any(${levels}::text[])))[2] as "lastValue",
      max(c.day) filter (where c.value is not null) as "lastDay", count(c.value) as days,
      sum(c.reported) as reported, sum(c.expected) as expected, max(c.counted_at) as "countedAt"`,
    byDims,
    rest: sql`group by 1, 2, 3, 4 order by 2, 3, 4`,
  })

/** The last day before the period with a figure, of each code: a school day, because days off have none. */
export const listCellsBefore = (db: Db, period: CellPeriod) =>
  queryCells(db, period, {
    select: sql`distinct on (c.node_id, c.code) c.node_id as "nodeId", c.code, c.day::text as day, c.dims, c.value,
      c.total, c.value as "lastValue", c.day as "lastDay", 1 as days, c.reported, c.expected,
      c.counted_at as "countedAt"`,
    byDims: false,
    rest: sql`where c.value is not null order by c.node_id, c.code, c.day desc`,
  })

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

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

type CellPeriod = Omit<CellFilter, 'byDay' | 'byDims'>

/**
 * Asks for the cells `c` of one organisation `n` after the other: of those with some below them the sums of all, of the
 * others their own figures. A school that got a branch later has sums since then, and its own figures of the time before.
 */
async function queryCells(
  db: Db,
  { codes, nodeIds, from, to }: CellPeriod,
  { select, dims, rest }: { select: RawBuilder<unknown>; dims: RawBuilder<unknown>; rest: RawBuilder<unknown> },
): Promise<CellSum[]> {
  const isWanted = (table: string) => sql`${sql.ref(`${table}.code`)} = any(${codes}::text[])
    and ${sql.ref(`${table}.day`)} between ${from}::date and ${to}::date`
  const isOwn = (table: string) => sql`${sql.ref(`${table}.org_id`)} = n.id and ${isWanted(table)}
    and not (n.is_rolled and exists (
      select from metric_rollup r where r.node_id = n.id and r.code = ${sql.ref(`${table}.code`)}
        and r.day = ${sql.ref(`${table}.day`)} and r.dims = ''))`
  const { rows } = await sql<CellSum>`
    with node as materialized (
      select given.id, exists (select from metric_rollup r where r.node_id = given.id and ${isWanted('r')}) as is_rolled
      from unnest(${nodeIds}::uuid[]) as given (id)
    )
    select n.id as "nodeId", found.* from node n cross join lateral (
      select ${select} from (
        select r.code, r.day, r.dims, r.value, r.total, r.reported, r.expected, r.counted_at
        from metric_rollup r where n.is_rolled and r.node_id = n.id and ${isWanted('r')} and ${dims}
        union all
        select f.code, f.day, f.dims, f.value, f.total, 1, 1, f.counted_at
        from metric_fact f where ${isOwn('f')} and ${dims}
        union all
        select m.code, m.day, '', null, null, 0, 1, null
        from metric_report m where m.state = 'missing' and ${isOwn('m')}
      ) as c ${rest}
    ) as found
  `.execute(db)
  return rows
}

/**
 * Sums of the cells in one query, however many codes, organisations and days. The last value is that of the greatest
 * pair of day and value: an ordered aggregate would sort all rows of a year.
 */
export const sumCells = (db: Db, { byDay, byDims, ...period }: CellFilter) =>
  queryCells(db, period, {
    select: sql`c.code, ${byDay ? sql`c.day::text` : sql`''`} as day, c.dims, sum(c.value) as value, sum(c.total) as total,
      (max(array[c.day - date '2000-01-01', c.value]) filter (where c.value is not null))[2] as "lastValue",
      max(c.day) filter (where c.value is not null) as "lastDay", count(c.value) as days,
      sum(c.reported) as reported, sum(c.expected) as expected, max(c.counted_at) as "countedAt"`,
    dims: byDims ? sql`dims <> ''` : sql`dims = ''`,
    rest: sql`group by 1, 2, 3 order by 1, 2, 3`,
  })

/** The last day before the period with a figure, of each code: a school day, because days off have none. */
export const listCellsBefore = (db: Db, period: CellPeriod) =>
  queryCells(db, period, {
    select: sql`distinct on (c.code) c.code, c.day::text as day, c.dims, c.value, c.total, c.value as "lastValue",
      c.day as "lastDay", 1 as days, c.reported, c.expected, c.counted_at as "countedAt"`,
    dims: sql`dims = ''`,
    rest: sql`where c.value is not null order by c.code, c.day desc`,
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

import { sql } from 'kysely'
import type { Db } from '#packages/db'
import { cellTable, type MetricCell } from './fact-queries.ts'
import { isPositionOn } from './position-queries.ts'

/** One roll-up at a time in a district: two that add up the same organisation could each miss what the other wrote. */
export const lockRollUps = (db: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended('metric roll-ups ' || tenant.current_district(), 0))`.execute(db)

/** The cells of the organisations at and above these on the day, as far as they have some below them. */
export async function listCellsAbove(db: Db, cells: readonly MetricCell[]): Promise<MetricCell[]> {
  const { rows } = await sql<MetricCell>`
    select distinct c.code, n.org_id as "orgId", c.day
    from ${cellTable(cells)} as c (code, org_id, day)
    join metric_position p on p.org_id = c.org_id and ${isPositionOn('p', 'c.day')}
    cross join lateral unnest(string_to_array(p.path::text, '.')) as above (id)
    join metric_position n on n.org_id = above.id::uuid and ${isPositionOn('n', 'c.day')}
    where n.org_id <> c.org_id
      or exists (select from metric_position b where b.path <@ n.path and b.org_id <> n.org_id and ${isPositionOn('b', 'c.day')})
  `.execute(db)
  return rows
}

/** Adds up the figures of these organisations and of all below them as they stood on the day. Returns the rows written. */
export async function rollUpCells(db: Db, cells: readonly MetricCell[], now: Date): Promise<number> {
  const { rows } = await sql<{ written: number }>`
    with cell as materialized (select * from ${cellTable(cells)} as c (code, node_id, day)),
    below as materialized (
      select c.code, c.node_id, c.day, b.org_id
      from cell c
      join metric_position n on n.org_id = c.node_id and ${isPositionOn('n', 'c.day')}
      join metric_position b on b.path <@ n.path and ${isPositionOn('b', 'c.day')}
    ), summed as (
      select b.code, b.node_id, b.day, f.dims, sum(f.value) as value, sum(f.total) as total, count(*)::int as reported
      from below b
      join metric_fact f on f.org_id = b.org_id and f.code = b.code and f.day = b.day
      group by 1, 2, 3, 4
    ), missing as (
      select b.code, b.node_id, b.day, '' as dims, count(*)::int as missed
      from below b
      join metric_report r on r.org_id = b.org_id and r.code = b.code and r.day = b.day and r.state = 'missing'
      group by 1, 2, 3
    ), rolled as materialized (
      select code, node_id, day, dims, value, total, coalesce(reported, 0) as reported,
        coalesce(reported, 0) + coalesce(missed, 0) as expected
      from summed full join missing using (code, node_id, day, dims)
    ), deleted as (
      delete from metric_rollup r using cell c
      where r.node_id = c.node_id and r.code = c.code and r.day = c.day and not exists (
        select from rolled k where k.node_id = r.node_id and k.code = r.code and k.day = r.day and k.dims = r.dims)
      returning r.code
    ), written as (
      insert into metric_rollup as r (code, node_id, day, dims, value, total, reported, expected, counted_at)
      select code, node_id, day, dims, value, total, reported, expected, ${now} from rolled
      on conflict (district_id, node_id, code, day, dims) do update
        set value = excluded.value, total = excluded.total, reported = excluded.reported, expected = excluded.expected,
          counted_at = excluded.counted_at
        where (r.value, r.total, r.reported, r.expected)
          is distinct from (excluded.value, excluded.total, excluded.reported, excluded.expected)
      returning r.code
    )
    select (select count(*) from written) + (select count(*) from deleted) as written
  `.execute(db)
  return rows[0]!.written
}

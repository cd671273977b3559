import { sql } from 'kysely'
import type { MetricSpec } from '#packages/contract'
import type { Db } from '#packages/db'

interface InventedMetric {
  code: string
  days: readonly string[]
  kind: MetricSpec['kind']
  season: number
}

const dayTable = (days: readonly string[]) => sql`unnest(${days}::date[]) as d (day)`

/**
 * Invents the figures of these days around the means of those that were counted: the smaller the mean, the more it
 * varies. Large levels, such as the pupils of a school, change by month. The same days get the same figures again.
 * Returns the number of rows.
 */
export async function insertInventedFacts(db: Db, { code, days, kind, season }: InventedMetric, now: Date) {
  const { rows } = await sql<{ written: number }>`
    with mean as (
      select org_id, dims, avg(value) as value, avg(total) as total, bool_and(value = trunc(value)) as is_whole
      from metric_fact f
      where code = ${code} and (dims <> '' or not exists (
        select from metric_fact o where o.code = f.code and o.org_id = f.org_id and o.dims <> ''))
      group by 1, 2
    ), drawn as (
      select m.*, d.day,
        (hashtextextended(org_id || dims || ${code} || case when ${kind} = 'level' and m.value > 30
          then to_char(d.day, 'YYYYMM') else d.day::text end, 0) & 65535) / 65535.0 * 2 - 1 as noise,
        1 + ${season}::numeric * cos(2 * pi() * (extract(doy from d.day) - 15) / 365)::numeric as season
      from mean m, ${dayTable(days)}
    ), share as (
      select *, case when ${kind} <> 'rate' then greatest(value * season
          * (1 + noise * case when ${kind} = 'level' and value > 30 then 0.01 else least(0.6, 1.2 / sqrt(greatest(value, 1))) end), 0)
        when total > 0 and value <= total
          then total * least(1, greatest(0, value / total + noise * 1.5 * sqrt(value / total * (1 - value / total) / greatest(total, 1))))
        else value * (1 + noise * 0.03) end as invented
      from drawn
    ), written as (
      insert into metric_fact (org_id, code, day, dims, value, total, counted_at)
      select org_id, ${code}, day, dims, case when is_whole then round(invented) else round(invented * 2) / 2 end,
        case when ${kind} = 'rate' then round(total) end, ${now}
      from share where ${kind} <> 'rate' or round(total) > 0
      on conflict do nothing returning code
    )
    select count(*)::int as written from written
  `.execute(db)
  return rows[0]!.written
}

/** The whole of each day of a metric with dimensions. */
export const sumInventedDims = (db: Db, { code, days }: InventedMetric, now: Date) =>
  sql`
    insert into metric_fact (org_id, code, day, dims, value, total, counted_at)
    select f.org_id, f.code, f.day, '', sum(f.value), sum(f.total), ${now}
    from metric_fact f join ${dayTable(days)} on d.day = f.day
    where f.code = ${code} and f.dims <> '' group by 1, 2, 3
    on conflict do nothing
  `.execute(db)

/** The sums of all levels are added up from one organisation of each parent. */
export const markDueForSums = (db: Db, { code, days }: InventedMetric, now: Date) =>
  sql`
    insert into metric_due (code, org_id, day, is_recounted, due_at)
    select distinct on (day, parent_id) ${code}, org_id, day, false, ${now}
    from (
      select f.org_id, f.day, o.parent_id from metric_fact f join ${dayTable(days)} on d.day = f.day
      join v_org o on o.id = f.org_id where f.code = ${code} and f.dims = ''
    ) as fact
    on conflict do nothing
  `.execute(db)

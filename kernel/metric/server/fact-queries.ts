import { sql } from 'kysely'
import type { Db } from '#packages/db'

/** A figure of one organisation and day. */
export interface MetricCell {
  code: string
  orgId: string
  day: string
}

export interface FactRow extends MetricCell {
  dims: string
  value: number
  total: number | null
}

export interface ReportedCell extends MetricCell {
  state: 'reported' | 'missing' | 'closed'
}

const cellColumns = sql`code, org_id as "orgId", day`
/** Rows of these columns as a table. One array a column: a statement has the same text for any number of rows. */
export const cellTable = (cells: readonly MetricCell[]) => sql`unnest(
  ${cells.map(({ code }) => code)}::text[], ${cells.map(({ orgId }) => orgId)}::uuid[], ${cells.map(({ day }) => day)}::date[])`
const isSameCell = (one: string, other: string) => sql`
  ${sql.ref(`${one}.org_id`)} = ${sql.ref(`${other}.org_id`)} and ${sql.ref(`${one}.code`)} = ${sql.ref(`${other}.code`)}
  and ${sql.ref(`${one}.day`)} = ${sql.ref(`${other}.day`)}`

/** Deletes what the cells have besides these rows. */
export async function deleteOldRows(db: Db, cells: readonly MetricCell[], rows: readonly FactRow[]) {
  const kept = sql`unnest(${rows.map(({ code }) => code)}::text[], ${rows.map(({ orgId }) => orgId)}::uuid[],
    ${rows.map(({ day }) => day)}::date[], ${rows.map(({ dims }) => dims)}::text[])`
  const { rows: deleted } = await sql<MetricCell>`
    delete from metric_fact f using ${cellTable(cells)} as c (code, org_id, day)
    where ${isSameCell('f', 'c')}
      and not exists (select from ${kept} as k (code, org_id, day, dims) where ${isSameCell('k', 'c')} and k.dims = f.dims)
    returning f.code, f.org_id as "orgId", f.day
  `.execute(db)
  return deleted
}

/** Returns the cells of the rows that were not there with these values. */
export async function upsertFacts(db: Db, rows: readonly FactRow[], now: Date): Promise<MetricCell[]> {
  const { rows: changed } = await sql<MetricCell>`
    insert into metric_fact as f (code, org_id, day, dims, value, total, counted_at)
    select code, org_id, day, dims, value, total, ${now}
    from unnest(${rows.map(({ code }) => code)}::text[], ${rows.map(({ orgId }) => orgId)}::uuid[],
      ${rows.map(({ day }) => day)}::date[], ${rows.map(({ dims }) => dims)}::text[],
      ${rows.map(({ value }) => value)}::numeric[], ${rows.map(({ total }) => total)}::numeric[])
      as given (code, org_id, day, dims, value, total)
    on conflict (district_id, org_id, code, day, dims) do update
      set value = excluded.value, total = excluded.total, counted_at = excluded.counted_at
      where (f.value, f.total) is distinct from (excluded.value, excluded.total)
    returning ${cellColumns}
  `.execute(db)
  return changed
}

/** Notes who is missing, and who reported late. Returns the cells of which that is new. */
export async function updateReports(
  db: Db,
  cells: readonly ReportedCell[],
  { now, today }: { now: Date; today: string },
): Promise<MetricCell[]> {
  const { rows } = await sql<MetricCell>`
    with cell as (
      select c.*, s.state
      from ${cellTable(cells)} with ordinality as c (code, org_id, day, at)
      join unnest(${cells.map(({ state }) => state)}::text[]) with ordinality as s (state, at) using (at)
    ), came as (
      update metric_report r set state = 'late', changed_at = ${now} from cell c
      where ${isSameCell('r', 'c')} and c.state = 'reported' and r.state = 'missing' and c.day < ${today}::date
      returning r.code, r.org_id, r.day
    ), closed as (
      delete from metric_report r using cell c
      where ${isSameCell('r', 'c')}
        and (c.state = 'closed' or (c.state = 'reported' and r.state = 'missing' and c.day >= ${today}::date))
      returning r.code, r.org_id, r.day
    ), missed as (
      insert into metric_report as r (code, org_id, day, state, changed_at)
      select code, org_id, day, 'missing', ${now} from cell where state = 'missing'
      on conflict (district_id, org_id, code, day) do update set state = 'missing', changed_at = excluded.changed_at
        where r.state <> 'missing'
      returning r.code, r.org_id, r.day
    )
    select ${cellColumns} from (select * from came union all select * from closed union all select * from missed) as changed
  `.execute(db)
  return rows
}

/** A row that is there already is written again: a job that deletes it must not miss this change. */
export async function upsertDue(
  db: Db,
  cells: readonly MetricCell[],
  { isRecounted, at }: { isRecounted: boolean; at: Date },
) {
  if (cells.length === 0) return
  await sql`
    insert into metric_due as d (code, org_id, day, is_recounted, is_summed, due_at)
    select code, org_id, day, ${isRecounted}, ${!isRecounted}, ${at} from ${cellTable(cells)} as c (code, org_id, day)
    order by code, org_id, day
    on conflict (district_id, code, org_id, day) do update
      set is_recounted = d.is_recounted or excluded.is_recounted, is_summed = d.is_summed or excluded.is_summed,
        due_at = least(d.due_at, excluded.due_at)
  `.execute(db)
}

/** One count of an organisation at a time: of two, the one that read the older rows could write last. */
export const lockCounts = (db: Db, orgId: string) =>
  sql`select pg_advisory_xact_lock(
    hashtextextended('metric counts ' || tenant.current_district() || ' ' || ${orgId}::text, 0))`.execute(db)

/** Takes the oldest cells to be added up that no other worker has; a rollback brings them back. */
export async function takeDueCells(db: Db, now: Date, limit: number): Promise<MetricCell[]> {
  const { rows } = await sql<MetricCell>`
    with taken as (
      select code, org_id, day from metric_due where due_at <= ${now} and not is_recounted
      order by due_at limit ${limit} for update skip locked
    )
    delete from metric_due d using taken t where ${isSameCell('d', 't')}
    returning d.code, d.org_id as "orgId", d.day
  `.execute(db)
  return rows
}

export type OrgDay = Omit<MetricCell, 'code'>

/** Organisations and days with something to be counted again, the oldest first. */
export async function listDueRecounts(db: Db, now: Date, limit: number): Promise<OrgDay[]> {
  const { rows } = await sql<OrgDay>`
    select org_id as "orgId", day from metric_due where due_at <= ${now} and is_recounted
    group by 1, 2 order by min(due_at) limit ${limit}
  `.execute(db)
  return rows
}

/** What is to be counted again of an organisation and day; a rollback brings it back. */
export async function takeDueRecounts(
  db: Db,
  { orgId, day }: OrgDay,
  now: Date,
): Promise<(MetricCell & { isSummed: boolean })[]> {
  const { rows } = await sql<MetricCell & { isSummed: boolean }>`
    delete from metric_due
    where org_id = ${orgId} and day = ${day}::date and is_recounted and due_at <= ${now}
    returning ${cellColumns}, is_summed as "isSummed"
  `.execute(db)
  return rows
}

export const postponeRecounts = (db: Db, { orgId, day }: OrgDay, at: Date) =>
  sql`
    update metric_due set due_at = ${at} where org_id = ${orgId} and day = ${day}::date and is_recounted and due_at < ${at}
  `.execute(db)

export async function listDistricts(db: Db, cell: number): Promise<number[]> {
  const districts = await db.selectFrom('district').select('id').where('cell', '=', cell).orderBy('id').execute()
  return districts.map(({ id }) => id)
}

export async function listDistrictsWithDueMetrics(db: Db, cell: number, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from tenant.list_districts_with_due_metrics(${cell}, ${now}) as id
  `.execute(db)
  return rows.map(({ id }) => id)
}

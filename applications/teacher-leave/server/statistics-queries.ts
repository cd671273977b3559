import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'
import type { LeaveKind } from '../contract.ts'

/** A leave of more days than these in a row is a long one. */
export const longLeaveDays = 15

/** In hundredths of a day; eight hours are a day. */
const days = sql`sum(case when y.unit = 'hour' then d.counted / 8.0 else d.counted end)::float8`
const isCounted = (from: string, to: string) =>
  sql`d.status = 'in-force' and d.counted > 0 and d.day between ${from}::date and ${to}::date`

export interface DayGroup {
  day: string
  orgId: string
  orgName: string
  department: string
  kind: LeaveKind
  amount: number
}

/** The days of leave in scope by day, organisation, department of that day and kind. */
export async function countLeaveDays(db: Db, scope: Scope, { from, to }: { from: string; to: string }) {
  const { rows } = await sql<DayGroup>`
    select d.day, d.org_id as "orgId", o.name as "orgName", coalesce(m.department, '') as department, y.kind,
      ${days} as amount
    from leave_day d
    join leave_type y on y.id = d.type_id
    join v_org o on o.id = d.org_id
    left join lateral (
      select p.name as department from v_membership b join v_org p on p.id = b.department_id
      where b.person_id = d.person_id and b.org_id = d.org_id and b.valid @> d.day order by b.is_main desc, b.id limit 1
    ) as m on true
    where ${isCounted(from, to)} and ${inScope(scope, { org: 'd.org_id', orgPath: 'o.path' })}
    group by d.day, d.org_id, o.name, m.department, y.kind
  `.execute(db)
  return rows
}

export interface StaffCount {
  orgId: string
  orgName: string
  staff: number
  /** On leave for at least half a day, and of those in a long one. */
  away: number
  long: number
}

/** The staff of each organisation in scope on a day, and those who are away. */
export async function countAwayByOrg(db: Db, scope: Scope, day: string): Promise<StaffCount[]> {
  const { rows } = await sql<StaffCount>`
    select o.id as "orgId", o.name as "orgName", s.staff, coalesce(a.away, 0)::int as away, coalesce(a.long, 0)::int as long
    from v_org o
    join (
      select m.org_id, count(distinct m.person_id)::int as staff from v_membership m where m.valid @> ${day}::date
      group by m.org_id
    ) as s on s.org_id = o.id
    left join (
      select d.org_id, count(distinct d.person_id) filter (where d.counted > 0) as away,
        count(distinct d.person_id) filter (where r.calendar_days > ${longLeaveDays}) as long
      from leave_day d join leave_request r on r.id = d.request_id
      where d.day = ${day}::date and d.status = 'in-force' group by d.org_id
    ) as a on a.org_id = o.id
    where ${inScope(scope, { org: 'o.id', orgPath: 'o.path' })}
    order by o.sort, o.name, o.id
  `.execute(db)
  return rows
}

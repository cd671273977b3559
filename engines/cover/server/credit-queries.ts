import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { CreditKind } from '../contract.ts'

const monthLock = (orgId: string) => sql`hashtextextended(${`cover months of ${orgId}`}, 0)`
/** Whoever writes credits of a school waits for somebody who settles a month there. */
export const shareMonths = (db: Db, orgId: string) =>
  sql`select pg_advisory_xact_lock_shared(${monthLock(orgId)})`.execute(db)
export const lockMonths = (db: Db, orgId: string) => sql`select pg_advisory_xact_lock(${monthLock(orgId)})`.execute(db)

/** The settled months of a school from one on, each as its first day. */
export async function listSettledMonths(db: Db, orgId: string, from: string): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select month_on as month from cover_month where org_id = ${orgId} and month_on >= ${from}::date order by month_on
  `.execute(db)
  return rows.map(({ month }) => month)
}

export async function findSettlement(db: Db, orgId: string, month: string) {
  const { rows } = await sql<{ at: Date; by: string; hundredths: number }>`
    select c.settled_at as at, coalesce(p.name, '') as by, c.hundredths
    from cover_month c left join v_person p on p.id = c.settled_by
    where c.org_id = ${orgId} and c.month_on = ${month}::date
  `.execute(db)
  return rows[0]
}

/** Settles a month with the sum of its credits, which it returns. */
export async function insertSettlement(
  db: Db,
  { orgId, month, by }: { orgId: string; month: string; by: string },
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ hundredths: number }>`
    insert into cover_month (org_id, month_on, settled_by, settled_at, hundredths)
    select ${orgId}, ${month}::date, ${by}, ${now}, coalesce(sum(hundredths), 0)
    from duty_credit where org_id = ${orgId} and month_on = ${month}::date
    returning hundredths
  `.execute(db)
  return rows[0]!.hundredths
}

export interface NewCredit {
  id: string
  memberId: string
  /** Null: a correction by hand. */
  legId: string | null
  day: string
  /** The first day of the month in which it is paid. */
  month: string
  kind: CreditKind
  hundredths: number
  reversesId: string | null
  note: string
  createdBy: string | null
}

/** A leg that has its credit already gets no second one. Returns how many were written. */
export async function insertCredits(db: Db, orgId: string, credits: readonly NewCredit[], now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into duty_credit (id, org_id, member_id, person_id, leg_id, day_on, month_on, kind, hundredths, reverses_id, note,
      created_by, created_at)
    select c.id, ${orgId}, c."memberId", m.person_id, c."legId", c.day, c.month, c.kind, c.hundredths, c."reversesId", c.note,
      c."createdBy", ${now}
    from jsonb_to_recordset(${JSON.stringify(credits)}::jsonb) as c (id uuid, "memberId" uuid, "legId" uuid, day date,
      month date, kind text, hundredths int, "reversesId" uuid, note text, "createdBy" uuid)
    join v_membership m on m.id = c."memberId"
    on conflict (district_id, leg_id) where reverses_id is null and leg_id is not null do nothing
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}

export interface Credit {
  id: string
  /** Of the member: a settled month of a school that was merged stays there, and its corrections are not. */
  orgId: string
  memberId: string
  legId: string | null
  day: string
  month: string
  kind: CreditKind
  hours: number
  reversesId: string | null
  note: string
  isReversed: boolean
  isBackfilled: boolean
  gradeId: string | null
  classId: string | null
  groupName: string
  subjectName: string
  periodId: string | null
}

const creditColumns = sql`c.id, m.org_id as "orgId", c.member_id as "memberId", c.leg_id as "legId", c.day_on as day,
  c.month_on as month, c.kind, c.hundredths as hours, c.reverses_id as "reversesId", c.note,
  exists (select from duty_credit as k where k.reverses_id = c.id) as "isReversed",
  coalesce(r.is_backfilled, false) as "isBackfilled", l.grade_id as "gradeId", l.class_id as "classId",
  coalesce(g.name, '') as "groupName", coalesce(s.name, '') as "subjectName", l.period_id as "periodId"`
const creditSources = sql`duty_credit as c join v_membership as m on m.id = c.member_id left join cover_leg as l on l.id = c.leg_id
  left join cover_request as r on r.id = l.request_id left join v_teaching_group as g on g.id = l.group_id
  left join v_subject as s on s.id = l.subject_id`

/** What a member has in a month, in the order of the days. */
export async function listCreditsOf(db: Db, memberId: string, month: string): Promise<Credit[]> {
  const { rows } = await sql<Credit>`
    select ${creditColumns} from ${creditSources}
    where c.member_id = ${memberId} and c.month_on = ${month}::date order by c.day_on, l.begins nulls last, c.created_at, c.id
  `.execute(db)
  return rows
}

export async function findCredit(db: Db, id: string): Promise<Credit | undefined> {
  const { rows } = await sql<Credit>`select ${creditColumns} from ${creditSources} where c.id = ${id}`.execute(db)
  return rows[0]
}

export interface MonthSum {
  userId: string
  name: string
  number: string
  department: string
  given: number
  taken: number
  swapped: number
  supervised: number
  backfilled: number
  hours: number
  byKind: Record<CreditKind, number>
}

/**
 * The covers of a school that were given in a month, and the credits that are paid in it, by member. Only the last leg of
 * a chain was given; given away was the lesson by whoever had it first.
 */
export async function sumMonth(db: Db, orgId: string, month: string): Promise<MonthSum[]> {
  const { rows } = await sql<MonthSum>`
    with done as (
      select r.kind, r.is_backfilled, l.to_id, coalesce(first.from_id, second.from_id, l.from_id) as from_id
      from cover_leg as l join cover_request as r on r.id = l.request_id
      left join cover_leg as second on second.id = l.previous_id
      left join cover_leg as first on first.id = second.previous_id
      where l.org_id = ${orgId} and l.state = 'current' and l.completed_at is not null
        and l.day_on >= ${month}::date and l.day_on < ${month}::date + interval '1 month'
    ), counts as (
      select from_id as member_id, count(*) filter (where kind in ('substitute', 'supervise', 'merge')) as given,
        0 as taken, count(*) filter (where kind = 'swap') as swapped, 0 as supervised, 0 as backfilled
      from done where from_id is not null group by from_id
      union all
      select to_id, 0, count(*) filter (where kind in ('substitute', 'merge')), 0,
        count(*) filter (where kind = 'supervise'), count(*) filter (where is_backfilled)
      from done where to_id is not null and kind in ('substitute', 'supervise', 'merge') group by to_id
    ), hours as (
      select member_id, sum(hundredths) as hours, sum(hundredths) filter (where kind = 'same') as same,
        sum(hundredths) filter (where kind = 'other') as other,
        sum(hundredths) filter (where kind = 'supervise') as supervise, sum(hundredths) filter (where kind = 'merge') as merge
      from duty_credit where org_id = ${orgId} and month_on = ${month}::date group by member_id
    ), members as (
      select member_id from counts union select member_id from hours
    )
    select m.id as "userId", p.name, m.number, coalesce(d.name, '') as department,
      coalesce(sum(c.given), 0)::int as given, coalesce(sum(c.taken), 0)::int as taken,
      coalesce(sum(c.swapped), 0)::int as swapped, coalesce(sum(c.supervised), 0)::int as supervised,
      coalesce(sum(c.backfilled), 0)::int as backfilled, coalesce(h.hours, 0)::int as hours,
      jsonb_build_object('same', coalesce(h.same, 0), 'other', coalesce(h.other, 0), 'supervise', coalesce(h.supervise, 0),
        'merge', coalesce(h.merge, 0)) as "byKind"
    from members as o join v_membership as m on m.id = o.member_id join v_person as p on p.id = m.person_id
    left join v_org as d on d.id = m.department_id
    left join counts as c on c.member_id = o.member_id left join hours as h on h.member_id = o.member_id
    group by m.id, p.name, m.number, d.name, d.sort, h.hours, h.same, h.other, h.supervise, h.merge
    having coalesce(sum(c.given + c.taken + c.swapped + c.supervised), 0) > 0 or h.hours is not null
    order by d.sort nulls last, d.name, m.number, p.name, m.id
  `.execute(db)
  return rows
}

/** The school that corrects a credit. */
export async function findCreditOrg(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ orgId: string }>`
    select m.org_id as "orgId" from duty_credit c join v_membership m on m.id = c.member_id where c.id = ${id}
  `.execute(db)
  return rows[0]?.orgId
}

import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'

/** By which rule a school needs rolls: in all lessons, in the first of each half-day, or only in free groups. */
export type RollRule = 'all' | 'half' | 'free'
export interface RollNeed {
  rule: RollRule
  orgIds: readonly string[]
}

interface Clock {
  day: string
  time: string
}

/** The schools and other organisations of a scope; those of the own classes are not in it. */
export async function listOrgsInScope(
  db: Db,
  scope: Scope,
  orgId: string | null,
): Promise<{ id: string; path: string }[]> {
  const { rows } = await sql<{ id: string; path: string }>`
    select id, path::text as path from v_org
    where type <> 'department' and ${inScope(scope, { org: 'id', orgPath: 'path' })}
      and (${orgId}::uuid is null or id = ${orgId}::uuid)
  `.execute(db)
  return rows
}

/** Conditions of the list of records, whose rows have the alias t. */
const hasEnded = ({ day, time }: Clock): RawBuilder<SqlBool> =>
  sql`(t.day_on < ${day}::date or (t.day_on = ${day}::date and t.ends < ${time}::time))`

/** No lesson of the grade begins before in this half-day. */
const isFirstOfHalf = sql<SqlBool>`not exists (
  select from v_lesson as o join v_teaching_group as h on h.id = o.group_id
  where o.org_id = t.org_id and o.day_on = t.day_on and o.status <> 'cancelled' and o.begins < t.begins
    and (o.begins < '12:00') = (t.begins < '12:00') and h.grade_id = t.grade_id)`

/** Somebody was to be there. */
const hasPupils = sql<SqlBool>`case when t.class_id is not null then exists (
    select from v_enrolment as e where e.class_id = t.class_id and e.status = 'studying' and e.begins_on <= t.day_on
      and (e.over_on is null or e.over_on > t.day_on))
  else exists (
    select from v_group_member as m where m.group_id = t.group_id and m.begins_on <= t.day_on
      and (m.over_on is null or m.over_on > t.day_on)) end`

/** The lesson of a roll still takes place when it was called. A roll that was begun for another time is nothing. */
const isPlanned = sql<SqlBool>`exists (
  select from v_lesson as p where p.id = t.id and p.status <> 'cancelled' and p.day_on = t.day_on
    and p.period_id = t.period_id)`

const ofRule: Readonly<Record<RollRule, RawBuilder<SqlBool>>> = {
  all: sql`true`,
  half: isFirstOfHalf,
  free: sql`t.class_id is null`,
}

/** Lessons with a roll, those whose roll was begun, and those that ended without one although they need it. */
export function isRecord(needs: readonly RollNeed[], clock: Clock): RawBuilder<SqlBool> {
  if (needs.length === 0) return sql`false`
  const parts = needs.map(({ rule, orgIds }) => {
    const isMissed = sql`${hasEnded(clock)} and ${ofRule[rule]} and ${hasPupils}`
    const isBegun = sql`t.state = 'open' and ${isPlanned} and (not ${hasEnded(clock)} or ${isMissed})`
    return sql`(t.org_id = any(${orgIds}::uuid[]) and (
      t.state in ('submitted', 'locked') or (t.state = 'none' and ${isMissed}) or (${isBegun})))`
  })
  return sql`(${sql.join(parts, sql` or `)})`
}

export type RecordStatus = 'open' | 'submitted' | 'locked' | 'missed'

export const isOfStatus = (status: RecordStatus, clock: Clock): RawBuilder<SqlBool> =>
  status === 'missed'
    ? sql`(t.state = 'none' or (t.state = 'open' and ${hasEnded(clock)}))`
    : status === 'open'
      ? sql`(t.state = 'open' and not ${hasEnded(clock)})`
      : sql`t.state = ${status}`

/** `toEnd` counts from the last year of the grade: 0 is that one. */
export const isOfGrade = ({ stage, toEnd }: { stage: number; toEnd: number }): RawBuilder<SqlBool> => sql`
  exists (select from v_grade as g where g.id = t.grade_id and g.stage = ${stage}
    and g.start_year + g.years - 1 - ${toEnd}::int
      = extract(year from t.day_on) - case when extract(month from t.day_on) < 9 then 1 else 0 end)`

export const isDiffering: RawBuilder<SqlBool> = sql`
  exists (select from v_attendance_mark as k where k.session_id = t.session_id and k.differs)`

export interface RecordCounts {
  late: number
  leave: number
  missing: number
  truant: number
  differs: boolean
}

/** What the marks of these sessions say, by session. Only of sessions that were read in a scope. */
export async function countMarks(db: Db, sessionIds: readonly string[]): Promise<Map<string, RecordCounts>> {
  const { rows } = await sql<RecordCounts & { id: string }>`
    select session_id as id, count(*) filter (where status = 'late')::int as late,
      count(*) filter (where status in ('sick', 'private', 'official'))::int as leave,
      count(*) filter (where status = 'missing')::int as missing,
      count(*) filter (where status = 'truant')::int as truant, bool_or(differs) as differs
    from v_attendance_mark where session_id = any(${sessionIds}::uuid[]) group by session_id
  `.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#packages/db'

interface SeedSpan {
  orgId: string
  from: string
  to: string
  /** Of a hundred lessons. */
  missed: number
  today: string
  clock: string
}

/** A number below a thousand that follows from a text. */
const draw = (text: RawBuilder<unknown>) => sql`((hashtext(${text}) & 2147483647) % 1000)`
const startOf = (day: RawBuilder<unknown>, clock: RawBuilder<unknown>) =>
  sql`((${day} + ${clock}) at time zone 'Asia/Shanghai')`
const onDay = (day: RawBuilder<unknown>) =>
  sql`e.status = 'studying' and e.begins_on <= ${day} and (e.over_on is null or e.over_on > ${day})`

export async function insertSeededSessions(db: Db, span: SeedSpan): Promise<number> {
  const { orgId, from, to, missed, today, clock } = span
  const begin = startOf(sql`l.day_on`, sql`l.begins`)
  const { numAffectedRows } = await sql`
    with lesson as materialized (
      select l.*, g.kind, g.class_id, g.grade_id, g.subject_id, g.term_id
      from v_lesson l join v_teaching_group g on g.id = l.group_id
      where l.org_id = ${orgId} and l.day_on between ${from}::date and ${to}::date and l.status <> 'cancelled'
        and not l.shares_duty and ${draw(sql`l.id::text`)} >= ${missed} * 10
        and (l.day_on < ${today}::date or (l.day_on = ${today}::date and l.ends < ${clock}::time))),
    groups as materialized (select distinct group_id, class_id, day_on from lesson),
    pupils as materialized (
      select d.group_id, d.day_on, array_agg(e.student_id order by e.seat_no, e.student_id) as ids
      from groups d join v_enrolment e on e.class_id = d.class_id and ${onDay(sql`d.day_on`)} group by 1, 2
      union all
      select d.group_id, d.day_on, array_agg(e.student_id order by e.student_id)
      from groups d join v_group_member m on m.group_id = d.group_id and m.begins_on <= d.day_on
        and (m.over_on is null or m.over_on > d.day_on)
      join v_enrolment e on e.student_id = m.student_id and e.org_id = ${orgId} and ${onDay(sql`d.day_on`)}
      where d.class_id is null group by 1, 2)
    insert into attendance_session (id, org_id, term_id, kind, ref, group_id, class_id, grade_id, subject_id, day_on,
      period_id, begins, ends, teacher_id, teacher_person_id, expected, mode, state, is_backfilled, opened_at, made_at,
      submitted_at, submitted_by, locked_at, updated_at)
    select md5('roll' || l.id)::uuid, l.org_id, l.term_id, 'lesson', l.id, l.group_id, l.class_id, l.grade_id,
      l.subject_id, l.day_on, l.period_id, l.begins, l.ends, t.id, t.person_id, p.ids, 'absent',
      case when l.day_on < ${today}::date then 'locked' else 'submitted' end,
      ${draw(sql`'late' || l.id`)} < 20, ${begin}, ${begin} + interval '2 minutes', ${begin} + interval '2 minutes',
      t.person_id, case when l.day_on < ${today}::date then ${startOf(sql`l.day_on`, sql`time '22:00'`)} end,
      ${begin} + interval '2 minutes'
    from lesson l join pupils p on p.group_id = l.group_id and p.day_on = l.day_on
    left join v_membership t on t.id = l.teacher_ids[1]
    on conflict on constraint attendance_session_once do nothing
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}

const seeded = ({ orgId, from, to }: SeedSpan) =>
  sql`s.org_id = ${orgId} and s.day_on between ${from}::date and ${to}::date and s.id = md5('roll' || s.ref)::uuid`

export async function insertSeededClasses(db: Db, span: SeedSpan) {
  await sql`
    insert into attendance_session_class (session_id, class_id, day_on, expected)
    select s.id, e.class_id, s.day_on, count(*)
    from attendance_session s cross join unnest(s.expected) as x (student_id)
    join v_enrolment e on e.student_id = x.student_id and e.class_id is not null and ${onDay(sql`s.day_on`)}
    where ${seeded(span)} group by 1, 2, 3
    on conflict do nothing
  `.execute(db)
}

/** By day a pupil is ill or away; by lesson late, gone early, missing. */
export async function insertSeededMarks(db: Db, span: SeedSpan) {
  await sql`
    with pupil as materialized (
      select s.id as session_id, s.org_id, s.day_on, s.begins, s.teacher_person_id, x.student_id, e.class_id,
        ${draw(sql`s.day_on::text || x.student_id`)} as of_day,
        ${draw(sql`s.ref::text || x.student_id`)} as of_lesson
      from attendance_session s cross join unnest(s.expected) as x (student_id)
      join v_enrolment e on e.student_id = x.student_id and ${onDay(sql`s.day_on`)}
      where ${seeded(span)}),
    mark as (
      select *, case when of_day < 14 then 'sick' when of_day < 20 then 'private' when of_day < 22 then 'official'
        when of_lesson < 9 then 'late' when of_lesson < 11 then 'early' when of_lesson < 12 then 'missing'
        when of_lesson = 12 and of_day % 4 = 0 then 'truant' end as status
      from pupil)
    insert into attendance_mark (session_id, student_id, org_id, class_id, day_on, status, minutes, source, marked_at,
      marked_by, updated_at)
    select session_id, student_id, org_id, class_id, day_on, status,
      case when status in ('late', 'early') then 1 + of_day % 25 end,
      case when status in ('sick', 'private', 'official') then 'leave' else 'teacher' end,
      ${startOf(sql`day_on`, sql`begins`)} + interval '1 minute', teacher_person_id,
      ${startOf(sql`day_on`, sql`begins`)} + interval '2 minutes'
    from mark where status is not null
    on conflict do nothing
  `.execute(db)
}

import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { MarkStatus } from '#engines/attendance/contract.ts'

export interface NumberedPupil {
  id: string
  name: string
  schoolNo: string
}

export async function listPupilsByNumber(db: Db, orgId: string, numbers: readonly string[]): Promise<NumberedPupil[]> {
  const { rows } = await sql<NumberedPupil>`
    select s.id, p.name, s.school_no as "schoolNo" from v_student s join v_person p on p.id = s.person_id
    where s.org_id = ${orgId} and s.school_no = any(${numbers}::text[])
  `.execute(db)
  return rows
}

export interface RolledPupil {
  lessonId: string
  sessionId: string
  studentId: string
  day: string
  periodId: string
  /** Null while the roll is not submitted. */
  status: MarkStatus | null
  minutes: number | null
  subjectName: string
}

/** The rolls of a school on some days that expect these pupils, with what they say about them. */
export async function listRollsOfPupils(
  db: Db,
  orgId: string,
  { days, studentIds }: { days: readonly string[]; studentIds: readonly string[] },
): Promise<RolledPupil[]> {
  const { rows } = await sql<RolledPupil>`
    select s.ref as "lessonId", s.id as "sessionId", e.student_id as "studentId", s.day_on as day, s.period_id as "periodId",
      case when s.state <> 'open' then coalesce(k.status, 'present') end as status, k.minutes, j.name as "subjectName"
    from v_attendance_session s
    cross join lateral unnest(s.expected_ids) as e (student_id)
    join v_subject j on j.id = s.subject_id
    left join v_attendance_mark k on k.session_id = s.id and k.student_id = e.student_id
    where s.org_id = ${orgId} and s.kind = 'lesson' and s.day_on = any(${days}::date[]) and e.student_id = any(${studentIds}::uuid[])
  `.execute(db)
  return rows
}

/** The lessons of these pupils on some days, with or without a roll: of the class, or of a group. */
export async function listLessonsOfPupils(
  db: Db,
  orgId: string,
  { days, studentIds }: { days: readonly string[]; studentIds: readonly string[] },
): Promise<{ studentId: string; day: string; periodId: string }[]> {
  const { rows } = await sql<{ studentId: string; day: string; periodId: string }>`
    select distinct e.student_id as "studentId", t.day_on as day, t.period_id as "periodId"
    from v_roll_record t
    join v_enrolment e on e.student_id = any(${studentIds}::uuid[]) and e.begins_on <= t.day_on
      and (e.over_on is null or e.over_on > t.day_on)
    where t.org_id = ${orgId} and t.day_on = any(${days}::date[]) and t.kind = 'lesson' and (
      t.class_id = e.class_id or t.class_id is null and exists (
        select from v_group_member m where m.group_id = t.group_id and m.student_id = e.student_id
          and m.begins_on <= t.day_on and (m.over_on is null or m.over_on > t.day_on)))
  `.execute(db)
  return rows
}

export async function countMarksOfOrg(db: Db, orgId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from v_attendance_mark where org_id = ${orgId} and source = 'office'
  `.execute(db)
  return rows[0]!.count
}

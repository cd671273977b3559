import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { YearPlanInput } from '../contract.ts'

export interface YearPlanRow {
  id: string
  orgId: string
  schoolYear: number
  status: 'draft' | 'applied' | 'undone'
  input: YearPlanInput
  result: unknown
  version: number
  appliedAt: Date | null
}
const planColumns = sql`id, org_id as "orgId", school_year as "schoolYear", status, input, result, version,
  applied_at as "appliedAt"`

/** The current plan of a school for a year, or else the last undone one. */
export async function findYearPlan(db: Db, orgId: string, schoolYear: number): Promise<YearPlanRow | undefined> {
  const { rows } = await sql<YearPlanRow>`
    select ${planColumns} from year_plan where org_id = ${orgId} and school_year = ${schoolYear}
    order by (status = 'undone'), created_at desc limit 1
  `.execute(db)
  return rows[0]
}

export async function findYearPlanById(db: Db, id: string): Promise<YearPlanRow | undefined> {
  const { rows } = await sql<YearPlanRow>`select ${planColumns} from year_plan where id = ${id}`.execute(db)
  return rows[0]
}

interface NewYearPlan {
  id: string
  orgId: string
  schoolYear: number
  input: YearPlanInput
  personId: string
}

export const insertYearPlan = (db: Db, { id, orgId, schoolYear, input, personId }: NewYearPlan, now: Date) =>
  sql`
    insert into year_plan (id, org_id, school_year, status, input, by_person_id, created_at)
    values (${id}, ${orgId}, ${schoolYear}, 'draft', ${JSON.stringify(input)}::jsonb, ${personId}, ${now})
  `.execute(db)

interface PlanVersion {
  id: string
  version: number
}

/** Returns false if the plan was changed or applied since. */
export async function updateYearPlanInput(
  db: Db,
  { id, version }: PlanVersion,
  input: YearPlanInput,
  personId: string,
) {
  const { numAffectedRows } = await sql`
    update year_plan set input = ${JSON.stringify(input)}::jsonb, by_person_id = ${personId}, version = version + 1
    where id = ${id} and version = ${version} and status = 'draft'
  `.execute(db)
  return numAffectedRows === 1n
}

export async function markYearPlanApplied(db: Db, { id, version }: PlanVersion, now: Date) {
  const { numAffectedRows } = await sql`
    update year_plan set status = 'applied', applied_at = ${now}, version = version + 1
    where id = ${id} and version = ${version} and status = 'draft'
  `.execute(db)
  return numAffectedRows === 1n
}

export const saveYearPlanResult = (db: Db, id: string, result: unknown) =>
  sql`update year_plan set result = ${JSON.stringify(result)}::jsonb where id = ${id}`.execute(db)

export async function markYearPlanUndone(db: Db, id: string, now: Date) {
  const { numAffectedRows } = await sql`
    update year_plan set status = 'undone', undone_at = ${now}, version = version + 1
    where id = ${id} and status = 'applied'
  `.execute(db)
  return numAffectedRows === 1n
}

export interface YearGradeRow {
  id: string
  stage: number
  startYear: number
  years: number
  classCount: number
  pupils: number
}

/** The grades of a school with their numbers of open classes and pupils. */
export async function listYearGrades(db: Db, orgId: string): Promise<YearGradeRow[]> {
  const { rows } = await sql<YearGradeRow>`
    select g.id, g.stage, g.start_year as "startYear", g.years, coalesce(c.count, 0)::int as "classCount",
      coalesce(p.count, 0)::int as pupils
    from v_grade g
    left join (
      select grade_id, count(*) from v_class where org_id = ${orgId} and closed_on is null group by grade_id
    ) c on c.grade_id = g.id
    left join (
      select grade_id, count(*) from enrolment where org_id = ${orgId} and over_on is null group by grade_id
    ) p on p.grade_id = g.id
    where g.org_id = ${orgId}
    order by g.stage, g.start_year desc
  `.execute(db)
  return rows
}

export async function listOpenClasses(db: Db, orgId: string) {
  const { rows } = await sql<{ id: string; gradeId: string }>`
    select id, grade_id as "gradeId" from v_class where org_id = ${orgId} and closed_on is null
  `.execute(db)
  return rows
}

export interface YearEnrolment {
  studentId: string
  name: string
  gradeId: string
  classId: string | null
  status: 'studying' | 'suspended'
  beginsOn: string
  isLeaving: boolean
}

/** The enrolments of these grades, or of these pupils. */
export async function listYearEnrolments(
  db: Db,
  orgId: string,
  gradeIds: readonly string[],
  studentIds: readonly string[],
): Promise<YearEnrolment[]> {
  const { rows } = await sql<YearEnrolment>`
    select p.student_id as "studentId", q.name, p.grade_id as "gradeId", p.class_id as "classId", p.status,
      p.begins_on as "beginsOn",
      exists (select from student_transfer t where t.student_id = p.student_id and t.status = 'requested') as "isLeaving"
    from enrolment p
    join student s on s.id = p.student_id
    join v_person q on q.id = s.person_id
    where p.org_id = ${orgId} and p.over_on is null
      and (p.grade_id = any(${gradeIds}::uuid[]) or p.student_id = any(${studentIds}::uuid[]))
    order by p.grade_id, p.class_id, p.seat_no, p.id
  `.execute(db)
  return rows
}

export type PlanRowKind = 'student' | 'enrolment' | 'grade' | 'class'
export interface PlanRowSnapshot {
  kind: PlanRowKind
  id: string
  /** Null for a row that the plan created. */
  before: object | null
  /** Null for a row that the plan deleted. */
  after: object | null
}

/** The complete rows of pupils and enrolments. */
export async function listPupilRows(db: Db, studentIds: readonly string[]) {
  const { rows } = await sql<{ kind: PlanRowKind; id: string; row: object }>`
    select 'student' as kind, s.id, to_jsonb(s) as row from student s where s.id = any(${studentIds}::uuid[])
    union all
    select 'enrolment', p.id, to_jsonb(p) from enrolment p where p.student_id = any(${studentIds}::uuid[])
  `.execute(db)
  return rows
}

export const lockPupils = (db: Db, studentIds: readonly string[]) =>
  sql`select from student where id = any(${studentIds}::uuid[]) order by id for update`.execute(db)

export const insertPlanRows = (db: Db, planId: string, rows: readonly PlanRowSnapshot[]) =>
  sql`
    insert into year_plan_row (plan_id, kind, row_id, before, after)
    select ${planId}, r.kind, r.id, r.before, r.after
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (kind text, id uuid, before jsonb, after jsonb)
  `.execute(db)

interface StoredPlanRow {
  kind: PlanRowKind
  id: string
  isNew: boolean
}
export async function listPlanRows(db: Db, planId: string): Promise<StoredPlanRow[]> {
  const { rows } = await sql<StoredPlanRow>`
    select kind, row_id as id, before is null as "isNew" from year_plan_row where plan_id = ${planId}
  `.execute(db)
  return rows
}

/** The pupils whose rows differ from the plan's result: changed, deleted, or with a newer enrolment. */
export async function listPupilsChangedSince(db: Db, planId: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    with kept as (select kind, row_id, after from year_plan_row where plan_id = ${planId}),
    touched as (
      select k.row_id as student_id from kept k left join student s on s.id = k.row_id
      where k.kind = 'student' and to_jsonb(s) is distinct from k.after
      union
      select (coalesce(k.after, to_jsonb(p)) ->> 'student_id')::uuid from kept k left join enrolment p on p.id = k.row_id
      where k.kind = 'enrolment' and to_jsonb(p) is distinct from k.after
      union
      select p.student_id from enrolment p
      where p.student_id in (select row_id from kept where kind = 'student')
        and p.created_at > (select applied_at from year_plan where id = ${planId})
    )
    select s.id, q.name from touched t join student s on s.id = t.student_id join v_person q on q.id = s.person_id
    order by s.id
  `.execute(db)
  return rows
}

/** The grades and classes whose current rows differ from the plan's result. */
export async function listOpenedChangedSince(db: Db, planId: string, now: readonly { id: string; row: object }[]) {
  const { rows } = await sql<{ id: string }>`
    select k.row_id as id from year_plan_row k
    left join jsonb_to_recordset(${JSON.stringify(now)}::jsonb) as r (id uuid, row jsonb) on r.id = k.row_id
    where k.plan_id = ${planId} and k.kind in ('grade', 'class') and r.row is distinct from k.after
  `.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Restores pupils and enrolments exactly, including versions and timestamps. Enrolments that the plan created are
 * deleted first, because the enrolments of one pupil must not overlap.
 */
export async function restorePlanRows(db: Db, planId: string) {
  await sql`
    delete from enrolment where id in (
      select row_id from year_plan_row where plan_id = ${planId} and kind = 'enrolment' and before is null)
  `.execute(db)
  await sql`
    insert into enrolment (id, student_id, org_id, grade_id, class_id, status, seat_no, valid, created_at, updated_at)
    select b.id, b.student_id, b.org_id, b.grade_id, b.class_id, b.status, b.seat_no, b.valid, b.created_at, b.updated_at
    from year_plan_row k cross join lateral jsonb_populate_record(null::enrolment, k.before) b
    where k.plan_id = ${planId} and k.kind = 'enrolment' and k.before is not null
    on conflict (district_id, id) do update set org_id = excluded.org_id, grade_id = excluded.grade_id,
      class_id = excluded.class_id, status = excluded.status, seat_no = excluded.seat_no, valid = excluded.valid,
      created_at = excluded.created_at, updated_at = excluded.updated_at
  `.execute(db)
  await sql`
    update student s set org_id = b.org_id, status = b.status, school_no = b.school_no, entered_on = b.entered_on,
      version = b.version, updated_at = b.updated_at, changed_at = b.changed_at
    from year_plan_row k cross join lateral jsonb_populate_record(null::student, k.before) b
    where k.plan_id = ${planId} and k.kind = 'student' and s.id = k.row_id
  `.execute(db)
  await sql`delete from year_plan_row where plan_id = ${planId}`.execute(db)
}

export const markChangesUndone = (db: Db, planId: string, now: Date) =>
  sql`update student_change set undone_at = ${now} where plan_id = ${planId} and undone_at is null`.execute(db)

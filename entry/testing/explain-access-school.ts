import { dayOf, newId } from '#packages/core'
import type { SeededRandom } from './organisation-counts-model.ts'

export interface OrganisationNode {
  id: string
  path: string
}
export interface OrganisationUnit extends OrganisationNode {
  isSchool: boolean
  departments: OrganisationNode[]
}
export interface DistrictMember {
  userId: string
  personId: string
  orgId: string
  departmentId: string | null
}
export interface ExplainedRecord {
  kind: 'organisation' | 'staff' | 'class' | 'student'
  id: string
  orgId: string
  /** People related to the record, who are asked about more often than others. */
  related: string[]
}
export type RunSql = (text: string, values: unknown[]) => Promise<unknown>

const day = (shift: number) => dayOf(new Date(Date.now() + shift * 24 * 3600_000))
/** Validity periods: always, including today, ended, not begun. */
const spans: [from: string | null, over: string | null][] = [
  [null, null],
  [null, null],
  [day(-30), null],
  [null, day(1)],
  [day(0), day(9)],
  [day(-30), day(0)],
  [day(1), null],
]
export const pickSpan = (chance: SeededRandom) => chance.of(spans)!
const rangeOf = (chance: SeededRandom) => {
  const [from, over] = pickSpan(chance)
  return `[${from ?? '2026-09-01'},${over ?? ''})`
}

interface Lessons {
  termId: string
  subjectId: string
}
export async function createSubject(sql: RunSql): Promise<Lessons> {
  const [termId, subjectId] = [newId(), newId()]
  await sql(
    `insert into tenant.term (district_id, id, school_year, number, starts_on, ends_on, created_at, updated_at)
     values ($1, $2, 2000, 1, '2000-09-01', '2001-01-20', now(), now())`,
    [termId],
  )
  await sql(
    `insert into tenant.subject (district_id, id, name, kind, stages, created_at, updated_at)
     values ($1, $2, '镜学', 'school', '{2}', now(), now())`,
    [subjectId],
  )
  return { termId, subjectId }
}

/** Grades, classes and their teachers, and pupils: in a class, without one, gone, and future. */
export async function fillSchool(
  sql: RunSql,
  chance: SeededRandom,
  school: OrganisationUnit,
  members: readonly DistrictMember[],
  lessons: Lessons,
): Promise<ExplainedRecord[]> {
  // Teachers of the school, and sometimes a person from an organisation that contains the school.
  const own = members.filter(({ orgId }) => orgId === school.id)
  const teacher = () => (chance.below(6) === 0 || own.length === 0 ? chance.of(members)! : chance.of(own)!).userId
  const targets: ExplainedRecord[] = []
  for (const startYear of [2024, 2025]) {
    const gradeId = newId()
    await sql(
      `insert into tenant.grade (district_id, id, org_id, stage, start_year, years, created_at, updated_at)
       values ($1, $2, $3, 2, $4, 6, now(), now())`,
      [gradeId, school.id, startYear],
    )
    await sql(
      `insert into tenant.grade_head (district_id, id, grade_id, user_id, valid, created_at, updated_at)
       values ($1, $2, $3, $4, $5, now(), now())`,
      [newId(), gradeId, teacher(), rangeOf(chance)],
    )
    for (const name of ['1班', '2班', '旧班']) {
      const classId = newId()
      await sql(
        `insert into tenant.school_class (district_id, id, org_id, grade_id, name, opened_on, closed_on, created_at, updated_at)
         values ($1, $2, $3, $4, $5, '2024-09-01', $6, now(), now())`,
        [classId, school.id, gradeId, name, name === '旧班' ? '2026-09-01' : null],
      )
      const related = await insertTeachers(sql, chance, { ...lessons, classId, gradeId, orgId: school.id }, teacher)
      targets.push({ kind: 'class', id: classId, orgId: school.id, related })
      if (name === '旧班') continue
      for (let count = 0; count < 3; count++) {
        const id = await insertStudent(sql, { orgId: school.id, gradeId, classId, valid: '[2026-09-01,)' })
        targets.push({ kind: 'student', id, orgId: school.id, related })
      }
    }
    const nowhere = { orgId: school.id, gradeId, classId: null }
    for (const valid of ['[2026-09-01,)', '[2025-09-01,2026-07-01)', '[2030-09-01,)'])
      targets.push({
        kind: 'student',
        id: await insertStudent(sql, { ...nowhere, valid }),
        orgId: school.id,
        related: [],
      })
  }
  return targets
}

async function insertTeachers(
  sql: RunSql,
  chance: SeededRandom,
  { termId, subjectId, classId, gradeId, orgId }: Lessons & { classId: string; gradeId: string; orgId: string },
  teacher: () => string,
): Promise<string[]> {
  const staff = ['head', 'vice', 'life'].map((role) => ({ role, userId: teacher() }))
  for (const { role, userId } of staff)
    await sql(
      `insert into tenant.class_teacher (district_id, id, class_id, user_id, role, valid, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, now(), now())`,
      [newId(), classId, userId, role, rangeOf(chance)],
    )
  const groupId = newId()
  await sql(
    `insert into tenant.teaching_group (district_id, id, org_id, term_id, grade_id, subject_id, kind, class_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 'class', $7, now(), now())`,
    [groupId, orgId, termId, gradeId, subjectId, classId],
  )
  const teachers = new Set([teacher(), teacher()])
  for (const userId of teachers)
    await sql(
      `insert into tenant.teaching_assignment (district_id, id, group_id, user_id, role, valid, created_at, updated_at)
       values ($1, $2, $3, $4, 'lead', $5, now(), now())`,
      [newId(), groupId, userId, rangeOf(chance)],
    )
  return [...staff.map(({ userId }) => userId), ...teachers]
}

interface EnrolmentInput {
  orgId: string
  gradeId: string
  classId: string | null
  valid: string
}
async function insertStudent(sql: RunSql, { orgId, gradeId, classId, valid }: EnrolmentInput): Promise<string> {
  const id = newId()
  await sql(
    "insert into tenant.person (district_id, id, name, created_at, updated_at) values ($1, $2, '某生', now(), now())",
    [id],
  )
  await sql(
    `insert into tenant.student (district_id, id, person_id, org_id, status, created_at, updated_at)
     values ($1, $2, $2, $3, 'studying', now(), now())`,
    [id, orgId],
  )
  await sql(
    `insert into tenant.enrolment (district_id, id, student_id, org_id, grade_id, class_id, valid, created_at, updated_at)
     values ($1, $2, $2, $3, $4, $5, $6, now(), now())`,
    [id, orgId, gradeId, classId, valid],
  )
  return id
}

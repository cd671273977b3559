import { sql } from 'kysely'
import type { Db } from '#packages/db'
import { allOf, buildEnrolmentConditions, freshPlanHint, isBoundSql, type ScopeIds } from './student-search-queries.ts'

export interface PupilGroup {
  orgId: string
  gradeId: string
  classId: string | null
  males: number
  females: number
  unknown: number
  bound: number
  unbound: number
}

const currentStudents = { gradeId: null, classId: null, keyword: '', status: 'current' } as const

/** The pupils of a day by class, with the conditions of the student list. */
export async function countPupilGroups(db: Db, scopeIds: ScopeIds, day: string): Promise<PupilGroup[]> {
  const { rows } = await sql<PupilGroup>`${freshPlanHint}
    select "orgId", "gradeId", "classId", count(*) filter (where sex = '男') as males,
      count(*) filter (where sex = '女') as females, count(*) filter (where sex is null) as unknown,
      count(*) filter (where bound) as bound, count(*) filter (where not bound) as unbound
    from (
      select p.org_id as "orgId", p.grade_id as "gradeId", p.class_id as "classId", n.sex, ${isBoundSql} as bound
      from enrolment p join student s on s.id = p.student_id join v_person n on n.id = s.person_id
      where ${allOf(buildEnrolmentConditions(scopeIds, currentStudents, day))}
    ) as pupil group by "orgId", "gradeId", "classId"
  `.execute(db)
  return rows
}

/** The names of organisations. Callers must check the scope. */
export async function listOrgNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from v_org where id = any(${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

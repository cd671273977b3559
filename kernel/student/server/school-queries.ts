import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'

export interface SchoolRow {
  id: string
  name: string
  path: string
  type: string
}

/** An organisation that is wholly in scope. Departments have no pupils. */
export async function findSchoolInScope(db: Db, scope: Scope, id: string): Promise<SchoolRow | undefined> {
  const { rows } = await sql<SchoolRow>`
    select o.id, o.name, o.path::text as path, o.type from v_org o
    where o.id = ${id} and o.type <> 'department' and ${inScope(scope, { org: 'o.id', orgPath: 'o.path' })}
  `.execute(db)
  return rows[0]
}

export interface GradeRow {
  id: string
  orgId: string
  stage: number
  startYear: number
  years: number
}
export async function listGradesByIds(db: Db, ids: readonly string[]): Promise<GradeRow[]> {
  const { rows } = await sql<GradeRow>`
    select id, org_id as "orgId", stage, start_year as "startYear", years from v_grade where id = any(${ids}::uuid[])
  `.execute(db)
  return rows
}

export async function listGradesOfOrg(db: Db, orgId: string): Promise<GradeRow[]> {
  const { rows } = await sql<GradeRow>`
    select id, org_id as "orgId", stage, start_year as "startYear", years from v_grade where org_id = ${orgId}
  `.execute(db)
  return rows
}

export interface ClassRow {
  id: string
  orgId: string
  gradeId: string
  name: string
  closedOn: string | null
}
export async function listClassesByIds(db: Db, ids: readonly string[]): Promise<ClassRow[]> {
  const { rows } = await sql<ClassRow>`
    select id, org_id as "orgId", grade_id as "gradeId", name, closed_on as "closedOn" from v_class where id = any(${ids}::uuid[])
  `.execute(db)
  return rows
}

/** A class that is in scope on a day, through its school or through the caller's role in it. */
export async function findClassInScope(db: Db, scope: Scope, id: string, day: string): Promise<ClassRow | undefined> {
  const { rows } = await sql<ClassRow>`
    select c.id, c.org_id as "orgId", c.grade_id as "gradeId", c.name, c.closed_on as "closedOn" from v_class c
    where c.id = ${id} and ${inScope(scope, { org: 'c.org_id', class: 'c.id', day })}
  `.execute(db)
  return rows[0]
}

export async function getOrgNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from v_org where id = any(${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function getPersonNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from v_person where id = any(${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function isTeacherOfGroup(db: Db, groupId: string, userId: string, day: string): Promise<boolean> {
  const { rows } = await sql`
    select from v_teaching_assignment where group_id = ${groupId} and user_id = ${userId}
      and begins_on <= ${day}::date and (over_on is null or over_on > ${day}::date)
  `.execute(db)
  return rows.length > 0
}

import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'

export interface RollPlace {
  orgId: string
  classId: string | null
  day: string
}

/** Whether a scope has this class on the day of the data, or without a class the school. */
export async function findRollPlace(db: Db, scope: Scope, { orgId, classId, day }: RollPlace): Promise<boolean> {
  const { rows } = await sql`
    select from v_org o left join v_class c on c.org_id = o.id and c.id = ${classId}
    where o.id = ${orgId} and ${inScope(scope, { org: 'o.id', orgPath: 'o.path', class: 'c.id', day })} limit 1
  `.execute(db)
  return rows.length > 0
}

export interface ClassInScope {
  id: string
  orgId: string
  gradeId: string
}

/** The classes of a scope on a day, of one school if one is given. */
export async function listRollClasses(
  db: Db,
  scope: Scope,
  { day, orgId = null, classId = null }: { day: string; orgId?: string | null; classId?: string | null },
): Promise<ClassInScope[]> {
  const { rows } = await sql<ClassInScope>`
    select c.id, c.org_id as "orgId", c.grade_id as "gradeId" from v_class c join v_org o on o.id = c.org_id
    where ${inScope(scope, { org: 'c.org_id', orgPath: 'o.path', class: 'c.id', day })}
      and (${orgId}::uuid is null or c.org_id = ${orgId}::uuid) and (${classId}::uuid is null or c.id = ${classId}::uuid)
      and c.opened_on <= ${day}::date and (c.closed_on is null or c.closed_on > ${day}::date)
    order by c.stage, c.start_year desc, c.sort, c.id
  `.execute(db)
  return rows
}

export interface PupilInScope {
  orgId: string
  classId: string | null
}

/** The school and the class of a pupil on a day, if the scope has them. */
export async function findRollPupil(
  db: Db,
  scope: Scope,
  { studentId, day }: { studentId: string; day: string },
): Promise<PupilInScope | undefined> {
  const { rows } = await sql<PupilInScope>`
    select e.org_id as "orgId", e.class_id as "classId" from v_enrolment e join v_org o on o.id = e.org_id
    where e.student_id = ${studentId} and e.begins_on <= ${day}::date and (e.over_on is null or e.over_on > ${day}::date)
      and ${inScope(scope, { org: 'e.org_id', orgPath: 'o.path', class: 'e.class_id', day })}
    order by e.begins_on desc limit 1
  `.execute(db)
  return rows[0]
}

/** The heads of the grade of a class on a day. */
export async function listGradeHeads(db: Db, classId: string, day: string): Promise<string[]> {
  const { rows } = await sql<{ personId: string }>`
    select distinct m.person_id as "personId" from v_class_staff s join v_membership m on m.id = s.user_id
    where s.class_id = ${classId} and s.role = 'grade-head' and s.begins_on <= ${day}::date
      and (s.over_on is null or s.over_on > ${day}::date) and m.valid @> ${day}::date and not m.is_suspended
  `.execute(db)
  return rows.map(({ personId }) => personId)
}

/** 校医: whoever has it as a post. */
export async function listHealthStaff(db: Db, orgId: string, day: string): Promise<string[]> {
  const { rows } = await sql<{ personId: string }>`
    select distinct person_id as "personId" from v_membership
    where org_id = ${orgId} and post like '%校医%' and valid @> ${day}::date and not is_suspended
  `.execute(db)
  return rows.map(({ personId }) => personId)
}

/** The persons of these memberships. */
export async function listPersonIds(db: Db, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ personId: string }>`
    select distinct person_id as "personId" from v_membership where id = any(${userIds}::uuid[])
  `.execute(db)
  return rows.map(({ personId }) => personId)
}

/** The classes that somebody leads on a day. */
export async function listOwnClasses(db: Db, userId: string, day: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select class_id as id from v_class_staff
    where user_id = ${userId} and role in ('head', 'vice') and begins_on <= ${day}::date
      and (over_on is null or over_on > ${day}::date)
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

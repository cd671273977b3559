import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface ImportTeacher {
  id: string
  name: string
  number: string
  department: string
}

/** Who may teach at a school on a day: its members, and those who are assigned there. */
export async function listTeachers(
  db: Db,
  { orgId, day, assigned }: { orgId: string; day: string; assigned: readonly string[] },
): Promise<ImportTeacher[]> {
  const { rows } = await sql<ImportTeacher>`
    select m.id, p.name, coalesce(m.number, '') as number, coalesce(d.name, '') as department
    from v_membership as m join v_person as p on p.id = m.person_id left join v_org as d on d.id = m.department_id
    where (m.org_id = ${orgId} and m.valid @> ${day}::date) or m.id = any(${assigned}::uuid[])
    order by p.name, m.number, m.id
  `.execute(db)
  return rows
}

export interface ImportSubject {
  id: string
  name: string
  shortName: string
}

/** The subjects of the district and of the school. */
export async function listSubjects(db: Db, orgId: string): Promise<ImportSubject[]> {
  const { rows } = await sql<ImportSubject>`
    select id, name, short_name as "shortName" from v_subject where org_id is null or org_id = ${orgId}
    order by org_id nulls last, sort, name
  `.execute(db)
  return rows
}

/** The lessons in the drafts of a school. */
export async function countDraftLessons(db: Db, orgId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from timetable_slot as s join timetable as t on t.id = s.timetable_id
    where t.org_id = ${orgId} and t.status = 'draft' and s.weekday is not null
  `.execute(db)
  return rows[0]!.count
}

/** Whether the solver has worked on a version. */
export async function hasRun(db: Db, timetableId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from timetable_run where timetable_id = ${timetableId} limit 1`.execute(db)
  return rows.length > 0
}

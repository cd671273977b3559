import { sql } from 'kysely'
import type { Db } from '#packages/db'
import { bigClass, hugeClass } from '../contract.ts'

export interface ClassFigures {
  headless: number
  big: number
  huge: number
}

/** The classes of one organisation on a day. */
export async function countClassFigures(db: Db, orgId: string, day: string): Promise<ClassFigures> {
  const live = (alias: string) => sql`${sql.ref(`${alias}.begins_on`)} <= ${day}::date
    and (${sql.ref(`${alias}.over_on`)} is null or ${sql.ref(`${alias}.over_on`)} > ${day}::date)`
  const { rows } = await sql<ClassFigures>`
    select count(*) filter (where class.headless) as headless,
      count(*) filter (where class.size >= ${bigClass}) as big,
      count(*) filter (where class.size >= ${hugeClass}) as huge
    from (
      select
        not exists (
          select from v_class_staff as s where s.class_id = c.id and s.role = 'head' and ${live('s')}) as headless,
        (select count(*) from v_enrolment as e
          where e.class_id = c.id and e.status = 'studying' and ${live('e')}) as size
      from v_class as c
      where c.org_id = ${orgId} and c.opened_on <= ${day}::date and (c.closed_on is null or c.closed_on > ${day}::date)
        and make_date(c.start_year + c.years, 9, 1) > ${day}::date
    ) as class
  `.execute(db)
  return rows[0]!
}

/** The assignments of a school in classes and groups of the day; assistants are in the same lessons. */
const assigned = (orgId: string, day: string) => sql`
  v_teaching_group as g join v_teaching_assignment as a on a.group_id = g.id and a.role <> 'assistant'
    and a.begins_on <= ${day}::date and (a.over_on is null or a.over_on > ${day}::date)
  where g.org_id = ${orgId}`

/** The weekly hours of a school in each subject on a day. */
export async function countSubjectHours(db: Db, orgId: string, day: string) {
  const { rows } = await sql<{ subject: string; hours: number }>`
    select s.name as subject, h.hours
    from (select g.subject_id, sum(a.week_hours)::float as hours from ${assigned(orgId, day)} group by 1) as h
    join v_subject as s on s.id = h.subject_id order by s.sort, s.name
  `.execute(db)
  return rows
}

/** The weekly hours of a school on a day, and the teachers who give them. */
export async function countTeacherHours(db: Db, orgId: string, day: string) {
  const { rows } = await sql<{ hours: number; teachers: number }>`
    select coalesce(sum(a.week_hours), 0)::float as hours, count(distinct a.user_id)::int as teachers
    from ${assigned(orgId, day)}
  `.execute(db)
  return rows[0]!
}

/** Whether a school has classes on a day. */
export async function hasClasses(db: Db, orgId: string, day: string): Promise<boolean> {
  const { rows } = await sql`
    select from v_class as c where c.org_id = ${orgId} and c.opened_on <= ${day}::date
      and (c.closed_on is null or c.closed_on > ${day}::date) and make_date(c.start_year + c.years, 9, 1) > ${day}::date
    limit 1
  `.execute(db)
  return rows.length > 0
}

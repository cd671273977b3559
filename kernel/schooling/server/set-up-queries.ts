import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface SchoolSetUpFacts {
  phone: string
  address: string
  terms: number
  schemes: number
  grades: number
  classes: number
  /** Classes without a class teacher who currently works there. */
  headless: number
  staff: number
}

/** All set-up facts of a school on a day, in one query. */
export async function getSchoolSetUpFacts(db: Db, orgId: string, day: string): Promise<SchoolSetUpFacts> {
  const { rows } = await sql<SchoolSetUpFacts>`
    with open as (
      select c.id from school_class as c join grade as g on g.id = c.grade_id
      where c.org_id = ${orgId} and (c.closed_on is null or c.closed_on > ${day}::date)
        and make_date(g.start_year + g.years, 9, 1) > ${day}::date
    )
    select o.phone, o.address,
      (select count(*) from term where ends_on >= ${day}::date) as terms,
      (select count(*) from period_scheme where org_id = ${orgId} and (over_on is null or over_on > ${day}::date)) as schemes,
      (select count(*) from grade where org_id = ${orgId} and make_date(start_year + years, 9, 1) > ${day}::date) as grades,
      (select count(*) from open) as classes,
      (select count(*) from open where not exists (
        select from class_teacher as t join v_membership as m on m.id = t.user_id
        where t.class_id = open.id and t.role = 'head' and t.begins_on <= ${day}::date
          and (t.over_on is null or t.over_on > ${day}::date) and m.valid @> ${day}::date)) as headless,
      (select count(distinct person_id) from v_membership where org_id = ${orgId} and valid @> ${day}::date) as staff
    from v_org as o where o.id = ${orgId}
  `.execute(db)
  return rows[0]!
}

export const findSetUp = (db: Db, orgId: string) =>
  db
    .selectFrom('school_set_up')
    .select(['skipped', 'finished_at as finishedAt'])
    .where('org_id', '=', orgId)
    .executeTakeFirst()

/** Skips a step, or undoes that. */
export const updateSkippedStep = (db: Db, orgId: string, step: string, isSkipped: boolean, now: Date) =>
  sql`
    insert into school_set_up as s (org_id, skipped, updated_at)
    values (${orgId}, ${isSkipped ? [step] : []}::text[], ${now})
    on conflict (district_id, org_id) do update
    set skipped = array_remove(s.skipped, ${step}) || ${isSkipped ? [step] : []}::text[], updated_at = ${now}
  `.execute(db)

/** Sets or clears the end of the set-up. */
export const updateSetUpFinished = (db: Db, orgId: string, finishedAt: Date | null, now: Date) =>
  sql`
    insert into school_set_up as s (org_id, finished_at, updated_at) values (${orgId}, ${finishedAt}, ${now})
    on conflict (district_id, org_id) do update set finished_at = ${finishedAt}, updated_at = ${now}
  `.execute(db)

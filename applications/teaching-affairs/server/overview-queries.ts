import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'
import { bigClass, hugeClass } from '../contract.ts'

export interface OverviewCounts {
  classes: number
  grades: number
  /** Classes without a head teacher today. */
  headless: number
  /** 大班额, and 超大班额 among them. */
  big: number
  huge: number
  pupils: number
  /** Pupils who belong to no class. */
  classless: number
}

/** The classes and pupils of today in the scopes of the caller, in one statement. */
export async function countOverview(
  db: Db,
  { classes, pupils }: { classes: Scope; pupils: Scope },
  day: string,
): Promise<OverviewCounts> {
  const { rows } = await sql<OverviewCounts>`
    with class as materialized (
      select c.id, c.grade_id,
        not exists (
          select from v_class_staff as s where s.class_id = c.id and s.role = 'head'
            and s.begins_on <= ${day}::date and (s.over_on is null or s.over_on > ${day}::date)) as headless,
        (select count(*) from v_enrolment as e where e.class_id = c.id and e.status = 'studying'
            and e.begins_on <= ${day}::date and (e.over_on is null or e.over_on > ${day}::date)) as size
      from v_class as c
      where ${inScope(classes, { org: 'c.org_id', class: 'c.id', day })}
        and (c.closed_on is null or c.closed_on > ${day}::date)
        and make_date(c.start_year + c.years, 9, 1) > ${day}::date
    ), pupil as (
      select count(*) as pupils, count(*) filter (where p.class_id is null) as classless
      from v_enrolment as p
      where ${inScope(pupils, { org: 'p.org_id', class: 'p.class_id', day })}
        and p.status in ('studying', 'suspended')
        and p.begins_on <= ${day}::date and (p.over_on is null or p.over_on > ${day}::date)
    )
    select count(class.id) as classes, count(distinct class.grade_id) as grades,
      count(*) filter (where class.headless) as headless,
      count(*) filter (where class.size >= ${bigClass}) as big,
      count(*) filter (where class.size >= ${hugeClass}) as huge,
      (select pupils from pupil) as pupils, (select classless from pupil) as classless
    from class
  `.execute(db)
  return rows[0]!
}

/** The subjects of an organisation: those of the district and its own. */
export async function countSubjects(db: Db, orgId: string): Promise<number> {
  const { rows } = await sql<{ subjects: number }>`
    select count(*) as subjects from v_subject where org_id is null or org_id = ${orgId}
  `.execute(db)
  return rows[0]!.subjects
}

/** The professions and combinations in use of an organisation. */
export async function countProfessions(db: Db, orgId: string): Promise<number> {
  const { rows } = await sql<{ professions: number }>`
    select count(*) as professions from profession where org_id = ${orgId} and not is_disabled
  `.execute(db)
  return rows[0]!.professions
}

/** The subjects of the district that are taught in high schools, by name. */
export async function listHighSchoolSubjects(db: Db): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from v_subject where org_id is null and 4 = any(stages)
  `.execute(db)
  return new Map(rows.map(({ id, name }) => [name, id]))
}

import { sql } from 'kysely'
import { newId } from '#packages/core'
import type { Db } from '#packages/db'

export interface MovingGrade {
  id: string
  stage: number
  startYear: number
  /** The matching grade of the target school; null: the grade itself moves. */
  into: string | null
}

/** The grades of a school that have not left on the day, with the matching grades of the target school. */
export async function lockMovingGrades(db: Db, from: string, to: string, day: string): Promise<MovingGrade[]> {
  const { rows } = await sql<MovingGrade>`
    select g.id, g.stage, g.start_year as "startYear", t.id as into
    from grade as g
    left join grade as t on t.org_id = ${to} and t.stage = g.stage and t.start_year = g.start_year
    where g.org_id = ${from} and make_date(g.start_year + g.years, 9, 1) > ${day}::date
    order by g.stage, g.start_year for update of g
  `.execute(db)
  return rows
}

export const moveGradeRows = (db: Db, gradeIds: readonly string[], to: string, now: Date) =>
  sql`
    with moved as (
      update school_class set org_id = ${to}, room_id = null, version = version + 1, updated_at = ${now}
      where grade_id = any(${gradeIds}::uuid[])
    ), taught as (
      update teaching_group set org_id = ${to}, version = version + 1, updated_at = ${now}
      where grade_id = any(${gradeIds}::uuid[])
    )
    update grade set org_id = ${to}, version = version + 1, updated_at = ${now} where id = any(${gradeIds}::uuid[])
  `.execute(db)

export interface NamedClass {
  id: string
  name: string
}

/** The open classes of a grade, in display order. */
export async function listOpenClassesOfGrade(db: Db, gradeId: string): Promise<NamedClass[]> {
  const { rows } = await sql<NamedClass>`
    select id, name from school_class where grade_id = ${gradeId} and closed_on is null order by sort, id
  `.execute(db)
  return rows
}

interface MovedClass extends NamedClass {
  sort: number
}

/** Moves classes with their teaching groups into another grade, under names that are free there. */
export const moveClassRows = (
  db: Db,
  classes: readonly MovedClass[],
  { orgId, gradeId }: { orgId: string; gradeId: string },
  now: Date,
) =>
  sql`
    with taught as (
      update teaching_group set org_id = ${orgId}, grade_id = ${gradeId}, version = version + 1, updated_at = ${now}
      where class_id = any(${classes.map(({ id }) => id)}::uuid[])
    )
    update school_class as c
    set org_id = ${orgId}, grade_id = ${gradeId}, name = one ->> 'name', sort = (one ->> 'sort')::int, room_id = null,
      version = c.version + 1, updated_at = ${now}
    from jsonb_array_elements(${JSON.stringify(classes)}::jsonb) as one where c.id = (one ->> 'id')::uuid
  `.execute(db)

/** Moves the free groups; a group whose name is taken gets the name of its origin as a suffix. */
export const moveFreeGroups = (
  db: Db,
  { from, to, orgId, mark }: { from: string; to: string; orgId: string; mark: string },
  now: Date,
) =>
  sql`
    update teaching_group as g
    set org_id = ${orgId}, grade_id = ${to}, version = g.version + 1, updated_at = ${now},
      name = case when exists (
        select from teaching_group as t where t.kind = 'free' and t.term_id = g.term_id and t.grade_id = ${to}
          and t.subject_id = g.subject_id and t.name = g.name)
        then left(g.name, 30 - length(${mark}) - 2) || '（' || ${mark} || '）' else g.name end
    where g.grade_id = ${from} and g.kind = 'free'
  `.execute(db)

/** Moves class teachers, grade heads and assignments to the person's membership at the target school. */
export const moveClassStaff = async (db: Db, from: string, to: string, day: string, now: Date) => {
  for (const table of ['class_teacher', 'grade_head', 'teaching_assignment'] as const) {
    const { rows } = await sql<{ id: string; userId: string; hasBegun: boolean }>`
      select d.id, there.id as "userId", d.begins_on < ${day}::date as "hasBegun"
      from ${sql.table(table)} as d join v_membership as m on m.id = d.user_id
      join lateral (
        select o.id from v_membership as o
        where o.person_id = m.person_id and o.org_id = ${to} and o.valid @> ${day}::date
        order by o.is_main desc, o.id limit 1) as there on true
      where m.org_id = ${from} and (d.over_on is null or d.over_on > ${day}::date)
    `.execute(db)
    await transferDatedRows(db, table, rows, day, now)
  }
}

const others = {
  class_teacher: sql`class_id, role`,
  grade_head: sql`grade_id`,
  teaching_assignment: sql`group_id, role, week_hours`,
}

/** Rows that have begun end on the day and continue under the new membership; later rows only change the membership. */
async function transferDatedRows(
  db: Db,
  table: keyof typeof others,
  rows: readonly { id: string; userId: string; hasBegun: boolean }[],
  day: string,
  now: Date,
) {
  const begun = rows.filter(({ hasBegun }) => hasBegun)
  const given = (some: typeof rows) => sql`jsonb_array_elements(${JSON.stringify(some)}::jsonb) as one`
  await sql`
    update ${sql.table(table)} as d set user_id = (one ->> 'userId')::uuid, updated_at = ${now}
    from ${given(rows.filter(({ hasBegun }) => !hasBegun))} where d.id = (one ->> 'id')::uuid
  `.execute(db)
  const { rows: ends } = await sql<{ id: string; overOn: string | null }>`
    select id, over_on as "overOn" from ${sql.table(table)} where id = any(${begun.map(({ id }) => id)}::uuid[])
  `.execute(db)
  await sql`
    update ${sql.table(table)} set valid = daterange(begins_on, ${day}::date), updated_at = ${now}
    where id = any(${begun.map(({ id }) => id)}::uuid[])
  `.execute(db)
  const overOn = new Map(ends.map((end) => [end.id, end.overOn]))
  const going = begun.map(({ id, userId }) => ({ id, userId, newId: newId(), overOn: overOn.get(id) ?? null }))
  await sql`
    insert into ${sql.table(table)} (id, user_id, valid, created_at, updated_at, ${others[table]})
    select (one ->> 'newId')::uuid, (one ->> 'userId')::uuid, daterange(${day}::date, (one ->> 'overOn')::date), ${now}, ${now},
      ${others[table]}
    from jsonb_array_elements(${JSON.stringify(going)}::jsonb) as one
    join ${sql.table(table)} as d on d.id = (one ->> 'id')::uuid
  `.execute(db)
}

import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'

export interface GradeRow {
  id: string
  orgId: string
  stage: number
  startYear: number
  years: number
  version: number
  headId: string | null
  headName: string
}

interface GradeFilter {
  orgId?: string
  ids?: readonly string[]
  /** Includes grades that have left and grades that have not started. */
  all?: boolean
  day: string
}

/** A grade is in scope by its school, or by an assignment of the caller in one of its classes on the day. */
export async function listGradesInScope(
  db: Db,
  scope: Scope,
  { orgId, ids, all = false, day }: GradeFilter,
): Promise<GradeRow[]> {
  const { rows } = await sql<GradeRow>`
    select g.id, g.org_id as "orgId", g.stage, g.start_year as "startYear", g.years, g.version,
      h.user_id as "headId", coalesce(p.name, '') as "headName"
    from grade as g join v_org as o on o.id = g.org_id
    left join grade_head as h on h.grade_id = g.id and h.begins_on <= ${day}::date
      and (h.over_on is null or h.over_on > ${day}::date)
    left join v_membership as m on m.id = h.user_id left join v_person as p on p.id = m.person_id
    where (${inScope(scope, { org: 'g.org_id', orgPath: 'o.path' })}
        or g.id in (select c.grade_id from school_class as c where ${inScope({ ...scope, district: false }, { class: 'c.id', day })}))
      and ${orgId ? sql`g.org_id = ${orgId}` : sql`true`} and ${ids ? sql`g.id = any(${ids}::uuid[])` : sql`true`}
      and ${all ? sql`true` : sql`${leavesAfter(day)} and ${isThere(day)}`}
    order by g.org_id, g.stage, g.start_year desc, g.id
  `.execute(db)
  return rows
}

const leavesAfter = (day: string) => sql`make_date(g.start_year + g.years, 9, 1) > ${day}::date`
/** The grade has started by then, or was recorded before its start. */
const isThere = (day: string) =>
  sql`(make_date(g.start_year, 9, 1) <= ${day}::date or (g.created_at at time zone 'Asia/Shanghai')::date <= ${day}::date)`

interface NewGrade {
  id: string
  orgId: string
  stage: number
  startYear: number
  years: number
}

/** Creates a grade unless the school has it. Returns the grade in both cases, locked until the transaction ends. */
export async function ensureGrade(db: Db, grade: NewGrade, now: Date): Promise<{ id: string; isNew: boolean }> {
  const { rows } = await sql<{ id: string }>`
    insert into grade (id, org_id, stage, start_year, years, created_at, updated_at)
    values (${grade.id}, ${grade.orgId}, ${grade.stage}, ${grade.startYear}, ${grade.years}, ${now}, ${now})
    on conflict on constraint grade_once do nothing returning id
  `.execute(db)
  if (rows[0]) return { id: rows[0].id, isNew: true }
  const there = await sql<{ id: string }>`
    select id from grade where org_id = ${grade.orgId} and stage = ${grade.stage} and start_year = ${grade.startYear}
    for update
  `.execute(db)
  return { id: there.rows[0]!.id, isNew: false }
}

export const insertGrade = (db: Db, { id, orgId, stage, startYear, years }: NewGrade, now: Date) =>
  db
    .insertInto('grade')
    .values({ id, org_id: orgId, stage, start_year: startYear, years, created_at: now, updated_at: now })
    .execute()

export async function updateGrade(
  db: Db,
  { id, stage, startYear, years, version }: Omit<NewGrade, 'orgId'> & { version: number },
  now: Date,
) {
  const { numUpdatedRows } = await db
    .updateTable('grade')
    .set({ stage, start_year: startYear, years, version: version + 1, updated_at: now })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function countClassesByGrade(
  db: Db,
  gradeIds: readonly string[],
  day: string,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ gradeId: string; count: number }>`
    select grade_id as "gradeId", count(*) from school_class
    where grade_id = any(${gradeIds}::uuid[]) and opened_on <= ${day}::date
      and (closed_on is null or closed_on > ${day}::date)
    group by grade_id
  `.execute(db)
  return new Map(rows.map(({ gradeId, count }) => [gradeId, count]))
}

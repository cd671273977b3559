import { sql, type RawBuilder } from 'kysely'
import type { PageQuery } from '#packages/contract'
import type { Scope } from '#packages/core'
import { inScope, toLikePattern, readSqlPage, type Db } from '#packages/db'
import type { ClassState } from '../contract-classes.ts'

export interface ClassRow {
  id: string
  orgId: string
  orgName: string
  gradeId: string
  name: string
  code: string
  profession: string
  roomId: string | null
  roomName: string
  closedOn: string | null
  successorId: string | null
  sort: number
  version: number
  stage: number
  startYear: number
  years: number
}

const columns = sql`c.id, c.org_id as "orgId", coalesce(n.name, '') as "orgName", c.grade_id as "gradeId", c.name, c.code,
  c.profession, c.room_id as "roomId", coalesce(r.name, '') as "roomName", c.closed_on as "closedOn",
  c.successor_id as "successorId", c.sort, c.version, g.stage, g.start_year as "startYear", g.years`
const classes = sql`school_class as c join grade as g on g.id = c.grade_id`
/** Joins that only the selected columns need. */
const names = sql`left join v_org as n on n.id = c.org_id left join room as r on r.id = c.room_id`
/** Order: schools, stages, then the youngest grade first. */
const order = sql`c.org_id, g.stage, g.start_year desc, c.grade_id, c.sort, c.id`

/** Joins the school only when the scope contains paths. */
const from = ({ district, orgPaths }: Scope) =>
  district || orgPaths.length === 0 ? classes : sql`${classes} join v_org as o on o.id = c.org_id`

/** A class is in scope by its school, or by an assignment of the caller on the day. */
const within = (scope: Scope, day: string) => inScope(scope, { org: 'c.org_id', orgPath: 'o.path', class: 'c.id', day })

/** The first day after a grade has left. */
const leavesOn = sql`make_date(g.start_year + g.years, 9, 1)`
const isGone = (day: string) => sql<boolean>`${leavesOn} <= ${day}::date`
const isClosed = (day: string) => sql<boolean>`c.closed_on is not null and c.closed_on <= ${day}::date`
const stateConditions: Record<ClassState, (day: string) => RawBuilder<boolean>> = {
  open: (day) => sql`not (${isClosed(day)}) and not (${isGone(day)})`,
  merged: (day) => sql`${isClosed(day)} and c.successor_id is not null`,
  closed: (day) => sql`${isClosed(day)} and c.successor_id is null`,
  graduated: (day) => sql`not (${isClosed(day)}) and ${isGone(day)}`,
}

interface ClassFilter {
  /** Limits the list to a school, to grades or to these classes. */
  orgId?: string | null
  gradeIds?: readonly string[]
  ids?: readonly string[]
  state?: ClassState | null
  day: string
}

function whereClass({ orgId, gradeIds, ids, state, day }: ClassFilter): RawBuilder<unknown> {
  const parts = [
    // A class and its grade have the same school; both conditions are needed to use both indexes.
    ...(orgId ? [sql`c.org_id = ${orgId}`, sql`g.org_id = ${orgId}`] : []),
    ...(gradeIds ? [sql`c.grade_id = any(${gradeIds}::uuid[])`] : []),
    ...(ids ? [sql`c.id = any(${ids}::uuid[])`] : []),
    ...(state ? [stateConditions[state](day), sql`c.opened_on <= ${day}::date`] : []),
  ]
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `)
}

/**
 * The classes in scope: of a school, of some grades, or the given ones. Not paged, because a school has a few dozen.
 */
export async function listClassesInScope(db: Db, scope: Scope, what: ClassFilter): Promise<ClassRow[]> {
  const { rows } = await sql<ClassRow>`
    select ${columns} from ${from(scope)} ${names} where ${within(scope, what.day)} and ${whereClass(what)} order by ${order}
  `.execute(db)
  return rows
}

interface ClassSearch extends ClassFilter {
  keyword: string
  /** Matches of a keyword that is a class label with the grade: 七(3)班. */
  labels: readonly { stage: number; startYear: number; years: number; name: string }[]
}

export const getClassPage = (db: Db, scope: Scope, what: ClassSearch, page: PageQuery) =>
  readSqlPage<ClassRow>(
    db,
    {
      columns,
      from: sql`${from(scope)} where ${within(scope, what.day)} and ${whereClass(what)} and ${matching(what)}`,
      joined: { as: 'c', with: sql`join grade as g on g.id = c.grade_id ${names}` },
      orderBy: order,
    },
    page,
  )

function matching({ keyword, labels, day }: ClassSearch) {
  if (keyword === '') return sql`true`
  const part = toLikePattern(keyword)
  return sql`(c.name like ${part} or c.code like ${part}
    or c.id in (
      select t.class_id from class_teacher as t
      join v_membership as m on m.id = t.user_id join v_person as p on p.id = m.person_id
      where t.role = 'head' and p.name like ${part}
        and t.begins_on <= ${day}::date and (t.over_on is null or t.over_on > ${day}::date))
    or (g.stage, g.start_year, g.years, c.name) in (
      select (one ->> 'stage')::int, (one ->> 'startYear')::int, (one ->> 'years')::int, one ->> 'name'
      from jsonb_array_elements(${JSON.stringify(labels)}::jsonb) as one))`
}

/** All classes of a school, or the given ones, without a scope check and including closed classes. */
export async function listClassRows(
  db: Db,
  what: { orgId: string } | { classIds: readonly string[] },
): Promise<ClassRow[]> {
  const which =
    'orgId' in what
      ? sql`c.org_id = ${what.orgId} and g.org_id = ${what.orgId}`
      : sql`c.id = any(${what.classIds}::uuid[])`
  const { rows } =
    await sql<ClassRow>`select ${columns} from ${classes} ${names} where ${which} order by ${order}`.execute(db)
  return rows
}

/** Number of classes that these organisations have today or will have. */
export async function countClasses(db: Db, orgIds: readonly string[], day: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from school_class as c join grade as g on g.id = c.grade_id
    where c.org_id = any(${orgIds}::uuid[]) and ${stateConditions.open(day)}
  `.execute(db)
  return rows[0]!.count
}

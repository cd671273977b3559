import { sql, type RawBuilder } from 'kysely'
import type { PageQuery } from '#packages/contract'
import { Refusal } from '#packages/core'
import type { Db } from '#packages/db'
import {
  allOf,
  matchesNameOrNo,
  isNarrowSearch,
  isPastStatus,
  joinLastEnrolment,
  buildFormerConditions,
  joinPerson,
  buildEnrolmentConditions,
  freshPlanHint,
  buildStudentConditions,
  type StudentCriteria,
  type SqlCondition,
  type ScopeIds,
} from './student-search-queries.ts'

export interface StudentOrder {
  sort: 'seat' | 'name' | 'entered'
  desc: boolean
}

interface ListQueryParts {
  from: RawBuilder<unknown>
  where: SqlCondition
  order: readonly RawBuilder<unknown>[]
}

/** The query for former pupils. */
function selectFormerStudents(
  scopeIds: ScopeIds,
  filter: StudentCriteria,
  sort: StudentOrder['sort'],
  day: string,
  counts: boolean,
): ListQueryParts {
  const needsName = counts || sort === 'name' || filter.keyword !== ''
  const needsEnrolment = filter.gradeId !== null || filter.classId !== null
  return {
    from: sql`student s ${needsName ? joinPerson : sql``} ${needsEnrolment ? joinLastEnrolment(day) : sql``}`,
    where: allOf([
      ...buildFormerConditions(scopeIds, filter, day),
      ...buildStudentConditions(filter),
      ...(filter.keyword ? [matchesNameOrNo(filter.keyword)] : []),
    ]),
    order: getOrderColumns(sort, true, false),
  }
}

/** The query over many schools: reads in index order and only as far as the page. */
function selectFromManySchools(
  scopeIds: ScopeIds,
  filter: StudentCriteria,
  sort: StudentOrder['sort'],
  day: string,
): ListQueryParts {
  const needsPupil = sort !== 'seat' || buildStudentConditions(filter).length > 0
  return {
    from: sql`enrolment p ${needsPupil ? sql`join student s on s.id = p.student_id` : sql``}
      ${sort === 'name' ? joinPerson : sql``}`,
    where: allOf([...buildEnrolmentConditions(scopeIds, filter, day), ...buildStudentConditions(filter)]),
    order: getOrderColumns(sort, false, false),
  }
}

/**
 * The query over a few schools, a grade or a class: first the enrolled pupils, then a lookup of each. Otherwise the
 * planner would walk through the whole district in list order, or through all names, until it has found enough rows.
 * `offset 0` prevents that.
 */
function selectFromFewSchools(
  scopeIds: ScopeIds,
  filter: StudentCriteria,
  sort: StudentOrder['sort'],
  day: string,
): ListQueryParts {
  return {
    from: sql`(
        select p.id, p.student_id, p.org_id, p.grade_id, p.class_id, p.seat_no from enrolment p
        where ${allOf(buildEnrolmentConditions(scopeIds, filter, day))} offset 0
      ) as p
      join lateral (select * from student where id = p.student_id offset 0) as s on true
      join lateral (select * from v_person where id = s.person_id offset 0) as n on true
      left join v_class c on c.id = p.class_id`,
    where: allOf([
      sql<boolean>`true`,
      ...buildStudentConditions(filter),
      ...(filter.keyword ? [matchesNameOrNo(filter.keyword)] : []),
    ]),
    order: getOrderColumns(sort, false, true),
  }
}

/**
 * Over many schools the order of an index (by grade, class and seat ids). Within few schools the order that schools
 * use.
 */
function getOrderColumns(sort: StudentOrder['sort'], isPast: boolean, narrow: boolean): RawBuilder<unknown>[] {
  const id = isPast ? sql`s.id` : sql`p.id`
  if (sort === 'name') return [sql`n.pinyin collate "C"`, sql`n.id`]
  if (sort === 'entered') return [sql`s.entered_on`, sql`s.id`]
  if (isPast) return [sql`s.org_id`, sql`s.status`, id]
  if (!narrow) return [sql`p.org_id`, sql`p.grade_id`, sql`p.class_id`, sql`p.seat_no`, id]
  // Youngest grade first, as in every list of a school.
  return [sql`p.org_id`, sql`c.stage`, sql`-c.start_year`, sql`c.sort`, sql`p.class_id`, sql`p.seat_no`, id]
}
const withDirection = (order: readonly RawBuilder<unknown>[], desc: boolean) =>
  sql.join(order.map((part) => sql`${part} ${desc ? sql`desc` : sql`asc`}`))

/** Higher counts are shown as “more than”. */
const countLimit = 10_000

export interface StudentIdPage {
  ids: string[]
  /** At most the count limit plus one. */
  count: number
  /** Null if there are too many pupils to count. */
  sexes: { males: number; females: number } | null
}

const refuseDeepPages = ({ pageNumber, pageSize }: PageQuery) => {
  if (pageNumber * pageSize > countLimit) throw new Refusal('页数过多，请缩小查询范围')
}

/** One page of the pupils of a day, as sorted ids. */
export async function listStudentIdPage(
  db: Db,
  scopeIds: ScopeIds,
  filter: StudentCriteria,
  page: PageQuery & StudentOrder,
  day: string,
): Promise<StudentIdPage> {
  refuseDeepPages(page)
  return findStudentIds(db, scopeIds, filter, page, day)
}

async function findStudentIds(
  db: Db,
  scopeIds: ScopeIds,
  filter: StudentCriteria,
  page: PageQuery & StudentOrder,
  day: string,
): Promise<StudentIdPage> {
  if (isPastStatus(filter.status)) {
    const selectFormer = (sort: StudentOrder['sort'], counts: boolean) =>
      selectFormerStudents(scopeIds, filter, sort, day, counts)
    return isNarrowSearch(scopeIds, filter)
      ? getCountedPage(db, selectFormer(page.sort, true), sql`s.id`, page)
      : getLimitedPage(db, selectFormer(page.sort, false), selectFormer('seat', false), sql`s.id`, page)
  }
  const key = sql`p.student_id`
  if (isNarrowSearch(scopeIds, filter))
    return getCountedPage(db, selectFromFewSchools(scopeIds, filter, page.sort, day), key, page)
  const [parts, counting] = [
    selectFromManySchools(scopeIds, filter, page.sort, day),
    selectFromManySchools(scopeIds, filter, 'seat', day),
  ]
  return getLimitedPage(db, parts, counting, key, page)
}

const pageWindow = ({ pageNumber, pageSize }: PageQuery) => sql`limit ${pageSize} offset ${(pageNumber - 1) * pageSize}`

/** Counts within the same query, because it reads all rows anyway. */
async function getCountedPage(
  db: Db,
  { from, where, order }: ListQueryParts,
  key: RawBuilder<unknown>,
  page: PageQuery & StudentOrder,
): Promise<StudentIdPage> {
  const { rows } = await sql<{ id: string | null; count: number; males: number; females: number }>`${freshPlanHint}
    with found as materialized (
      select ${key} as id, n.sex, row_number() over (order by ${withDirection(order, page.desc)}) as place
      from ${from} where ${where}
    )
    select item.id, counted.* from (
      select count(*) as count, count(*) filter (where sex = '男') as males, count(*) filter (where sex = '女') as females from found
    ) as counted
    left join (select id, place from found order by place ${pageWindow(page)}) as item on true order by item.place
  `.execute(db)
  const { count, males, females } = rows[0]!
  return { ids: rows.flatMap(({ id }) => id ?? []), count, sexes: { males, females } }
}

/** Counts without the joins that only sorting needs, and only up to the limit. */
async function getLimitedPage(
  db: Db,
  parts: ListQueryParts,
  counting: ListQueryParts,
  key: RawBuilder<unknown>,
  page: PageQuery & StudentOrder,
): Promise<StudentIdPage> {
  const items = await sql<{ id: string }>`${freshPlanHint}
    select ${key} as id from ${parts.from} where ${parts.where} order by ${withDirection(parts.order, page.desc)} ${pageWindow(page)}
  `.execute(db)
  const counts = await sql<{ count: number }>`${freshPlanHint}
    select count(*) as count from (select from ${counting.from} where ${counting.where} limit ${countLimit + 1}) as counted
  `.execute(db)
  return { ids: items.rows.map(({ id }) => id), count: counts.rows[0]!.count, sexes: null }
}

/** All matching ids up to a limit, for bulk actions. */
export async function listStudentIds(
  db: Db,
  scopeIds: ScopeIds,
  filter: StudentCriteria,
  day: string,
  limit: number,
): Promise<string[]> {
  const page = { pageNumber: 1, pageSize: limit, sort: 'seat', desc: false } as const
  return (await findStudentIds(db, scopeIds, filter, page, day)).ids
}

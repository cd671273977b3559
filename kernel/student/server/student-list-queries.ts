import { sql, type RawBuilder } from 'kysely'
import type { PageQuery } from '#packages/contract'
import { Refusal } from '#packages/core'
import { cutPage, runPipelined, type Db } from '#packages/db'
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
): ListQueryParts {
  const needsName = sort === 'name' || filter.keyword !== ''
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
 * The query over a few schools, a grade or a class: first the enrolled pupils, which an index answers alone, then a
 * lookup of each one only where the filter or the order needs it. Otherwise the planner would walk through the whole
 * district in list order, or through all names, until it has found enough rows. `offset 0` prevents that.
 */
function selectFromFewSchools(
  scopeIds: ScopeIds,
  filter: StudentCriteria,
  sort: StudentOrder['sort'],
  day: string,
): ListQueryParts {
  const conditions = buildStudentConditions(filter)
  const needsPerson = sort === 'name' || filter.keyword !== ''
  const needsPupil = needsPerson || sort === 'entered' || conditions.length > 0
  return {
    from: sql`(
        select p.id, p.student_id, p.org_id, p.grade_id, p.class_id, p.seat_no from enrolment p
        where ${allOf(buildEnrolmentConditions(scopeIds, filter, day))} offset 0
      ) as p
      ${needsPupil ? sql`join lateral (select * from student where id = p.student_id offset 0) as s on true` : sql``}
      ${needsPerson ? sql`join lateral (select * from v_person where id = s.person_id offset 0) as n on true` : sql``}
      ${sort === 'seat' ? joinClassOrder : sql``}`,
    where: allOf([sql<boolean>`true`, ...conditions, ...(filter.keyword ? [matchesNameOrNo(filter.keyword)] : [])]),
    order: getOrderColumns(sort, false, true),
  }
}

/** One lookup for each class, which the planner remembers: a plain join would read the classes of the whole district. */
const joinClassOrder = sql`left join lateral (
  select stage, start_year, sort from v_class where id = p.class_id offset 0) as c on true`

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
    const selectFormer = (sort: StudentOrder['sort']) => selectFormerStudents(scopeIds, filter, sort, day)
    return isNarrowSearch(scopeIds, filter)
      ? getCountedPage(db, selectFormer(page.sort), sql`s.id`, page)
      : getLimitedPage(db, selectFormer(page.sort), { ...selectFormer('seat'), order: [] }, sql`s.id`, page)
  }
  const key = sql`p.student_id`
  if (isNarrowSearch(scopeIds, filter) && page.sort === 'seat' && !needsEachPupil(filter))
    return getPageByClass(db, scopeIds, filter, page, day)
  if (isNarrowSearch(scopeIds, filter))
    return getCountedPage(db, selectFromFewSchools(scopeIds, filter, page.sort, day), key, page)
  const parts = selectFromManySchools(scopeIds, filter, page.sort, day)
  const counting = selectFromManySchools(scopeIds, filter, 'seat', day)
  // In the order of an index the enrolments are counted without reading them. Conditions on pupils have other indexes.
  if (buildStudentConditions(filter).length > 0) counting.order = []
  // The first pupils of the district: every value has the same plan.
  const isPlain = scopeIds.orgIds === null && page.sort === 'seat' && !needsEachPupil(filter)
  return getLimitedPage(db, parts, counting, key, page, isPlain ? sql`` : freshPlanHint)
}

const everywhere: ScopeIds = { orgIds: null, classIds: [] }
const needsEachPupil = (filter: StudentCriteria) => filter.keyword !== '' || buildStudentConditions(filter).length > 0

/**
 * The usual list of a school: in the order of its classes, and without a condition on the pupils themselves. The
 * pupils of each class are counted, which an index answers alone; only the classes of the page are read and sorted.
 */
async function getPageByClass(
  db: Db,
  scopeIds: ScopeIds,
  filter: StudentCriteria,
  page: PageQuery & StudentOrder,
  day: string,
): Promise<StudentIdPage> {
  const isInList = allOf(buildEnrolmentConditions(scopeIds, filter, day))
  // The classes that were counted are in scope.
  const isInClass = allOf(buildEnrolmentConditions(everywhere, filter, day))
  const offset = (page.pageNumber - 1) * page.pageSize
  const classOrder = [sql`k.org_id`, sql`c.stage`, sql`-c.start_year`, sql`c.sort`, sql`k.class_id`]
  const { rows } = await sql<{ id: string | null; count: number }>`
    with counted as materialized (
      select p.org_id, p.class_id, count(*) as pupils from enrolment p where ${isInList} group by p.org_id, p.class_id
    ), placed as materialized (
      select k.*, (sum(k.pupils) over (order by ${withDirection(classOrder, page.desc)}))::int as up_to
      from counted k
      left join (
        select id, stage, start_year, sort from v_class where id = any(array(select class_id from counted)) offset 0
      ) as c on c.id = k.class_id
    ), shown as materialized (
      select * from placed where up_to > ${offset}::int and up_to - pupils < ${offset + page.pageSize}::int
    )
    select pupil.id, total.count
    from (select coalesce(max(up_to), 0) as count from placed) as total
    left join (
      select p.student_id as id, row_number() over (order by k.up_to, ${withDirection([sql`p.seat_no`, sql`p.id`], page.desc)})
        + (select min(up_to - pupils) from shown) as place
      from shown k
      cross join lateral (
        select p.student_id, p.seat_no, p.id from enrolment p where ${isInClass} and p.org_id = k.org_id and p.class_id = k.class_id
        union all
        select p.student_id, p.seat_no, p.id from enrolment p
        where k.class_id is null and ${isInClass} and p.org_id = k.org_id and p.class_id is null
      ) as p
    ) as pupil on pupil.place > ${offset}::int and pupil.place <= ${offset + page.pageSize}::int
    order by pupil.place
  `.execute(db)
  return { ids: rows.flatMap(({ id }) => id ?? []), count: rows[0]!.count }
}

/** Counts within the same query, because it reads all rows anyway. */
async function getCountedPage(
  db: Db,
  { from, where, order }: ListQueryParts,
  key: RawBuilder<unknown>,
  page: PageQuery & StudentOrder,
): Promise<StudentIdPage> {
  const { rows } = await sql<{ id: string; count: number }>`
    select ${key} as id, count(*) over () as count from ${from} where ${where}
    order by ${withDirection(order, page.desc)} ${cutPage(page)}
  `.execute(db)
  if (rows.length > 0 || page.pageNumber === 1) return { ids: rows.map(({ id }) => id), count: rows[0]?.count ?? 0 }
  // A page behind the last row has no row that carries the count.
  const counts = await sql<{ count: number }>`select count(*) as count from ${from} where ${where}`.execute(db)
  return { ids: [], count: counts.rows[0]!.count }
}

/** Counts without the joins that only sorting needs, and only up to the limit. */
async function getLimitedPage(
  db: Db,
  parts: ListQueryParts,
  counting: ListQueryParts,
  key: RawBuilder<unknown>,
  page: PageQuery & StudentOrder,
  hint = freshPlanHint,
): Promise<StudentIdPage> {
  const items = sql<{ id: string }>`${hint}
    select ${key} as id from ${parts.from} where ${parts.where} order by ${withDirection(parts.order, page.desc)} ${cutPage(page)}`
  const counts = sql<{ count: number }>`${hint}
    select count(*) as count from (
      select from ${counting.from} where ${counting.where} ${counting.order.length > 0 ? sql`order by ${sql.join(counting.order)}` : sql``} limit ${sql.lit(countLimit + 1)}) as counted`
  const [found, [counted]] = await runPipelined(db, items.compile(db), counts.compile(db))
  return { ids: found.map(({ id }) => id), count: counted!.count }
}

/** How many of the current pupils are boys and girls; null above the limit. */
export async function countSexes(
  db: Db,
  scopeIds: ScopeIds,
  filter: StudentCriteria,
  day: string,
): Promise<{ males: number; females: number } | null> {
  const isPast = isPastStatus(filter.status)
  const { from, where } = isPast
    ? selectFormerStudents(scopeIds, filter, 'name', day)
    : selectFromFewSchools(scopeIds, filter, 'name', day)
  const { rows } = await sql<{ count: number; males: number; females: number }>`${freshPlanHint}
    select count(*) as count, count(*) filter (where sex = '男') as males, count(*) filter (where sex = '女') as females
    from (select n.sex from ${from} where ${where} limit ${countLimit + 1}) as found
  `.execute(db)
  const { count, males, females } = rows[0]!
  return count > countLimit ? null : { males, females }
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

import { sql, type RawBuilder } from 'kysely'
import type { PageQuery } from '#packages/contract'
import { Refusal } from '#packages/core'
import type { Db } from '#packages/db'
import {
  and,
  isNamed,
  isNarrow,
  isPastStatus,
  lastPlace,
  pastIs,
  person,
  placeIs,
  plan,
  pupilIs,
  type Asked,
  type Condition,
  type Reach,
} from './search-queries.ts'

export interface Order {
  sort: 'seat' | 'name' | 'entered'
  desc: boolean
}

interface Walk {
  from: RawBuilder<unknown>
  where: Condition
  order: readonly RawBuilder<unknown>[]
}

/** The way through those who have left. */
function walkOfPast(reach: Reach, asked: Asked, sort: Order['sort'], day: string, counts: boolean): Walk {
  const needsName = counts || sort === 'name' || asked.keyword !== ''
  const needsPlace = asked.gradeId !== null || asked.classId !== null
  return {
    from: sql`student s ${needsName ? person : sql``} ${needsPlace ? lastPlace(day) : sql``}`,
    where: and([...pastIs(reach, asked, day), ...pupilIs(asked), ...(asked.keyword ? [isNamed(asked.keyword)] : [])]),
    order: orderOf(sort, true, false),
  }
}

/** The way through many schools: in the order of an index, as far as somebody reads. */
function walkOfMany(reach: Reach, asked: Asked, sort: Order['sort'], day: string): Walk {
  const needsPupil = sort !== 'seat' || pupilIs(asked).length > 0
  return {
    from: sql`student_place p ${needsPupil ? sql`join student s on s.id = p.student_id` : sql``}
      ${sort === 'name' ? person : sql``}`,
    where: and([...placeIs(reach, asked, day), ...pupilIs(asked)]),
    order: orderOf(sort, false, false),
  }
}

/**
 * The way through a few schools, a grade or a class: those who are there first, and each of them looked up, whatever is asked.
 * Left to itself the planner walks through the district in the order of the list, or through all names, until it has found
 * enough, and there never are; `offset 0` is how it is told not to.
 */
function walkOfFew(reach: Reach, asked: Asked, sort: Order['sort'], day: string): Walk {
  return {
    from: sql`(
        select p.id, p.student_id, p.org_id, p.grade_id, p.class_id, p.seat_no from student_place p
        where ${and(placeIs(reach, asked, day))} offset 0
      ) as p
      join lateral (select * from student where id = p.student_id offset 0) as s on true
      join lateral (select * from v_person where id = s.person_id offset 0) as n on true
      left join v_class c on c.id = p.class_id`,
    where: and([sql<boolean>`true`, ...pupilIs(asked), ...(asked.keyword ? [isNamed(asked.keyword)] : [])]),
    order: orderOf(sort, false, true),
  }
}

/** Over many schools the order of an index, which is theirs by grade, class and seat; inside one as people count them. */
function orderOf(sort: Order['sort'], isPast: boolean, narrow: boolean): RawBuilder<unknown>[] {
  const id = isPast ? sql`s.id` : sql`p.id`
  if (sort === 'name') return [sql`n.pinyin collate "C"`, sql`n.id`]
  if (sort === 'entered') return [sql`s.entered_on`, sql`s.id`]
  if (isPast) return [sql`s.org_id`, sql`s.status`, id]
  if (!narrow) return [sql`p.org_id`, sql`p.grade_id`, sql`p.class_id`, sql`p.seat_no`, id]
  // The youngest grade first, as in every list that a school makes.
  return [sql`p.org_id`, sql`c.stage`, sql`-c.start_year`, sql`c.sort`, sql`p.class_id`, sql`p.seat_no`, id]
}
const directed = (order: readonly RawBuilder<unknown>[], desc: boolean) =>
  sql.join(order.map((part) => sql`${part} ${desc ? sql`desc` : sql`asc`}`))

/** Nobody counts further: what is more is told as more. */
const countLimit = 10_000

export interface FoundPage {
  ids: string[]
  /** At most one more than is counted. */
  count: number
  /** Unknown where there are too many to look at each. */
  sexes: { males: number; females: number } | null
}

const requireFew = ({ pageNumber, pageSize }: PageQuery) => {
  if (pageNumber * pageSize > countLimit) throw new Refusal('页数过多，请缩小查询范围')
}

/** The pupils of a day, as ids in their order. */
export async function pageOfIds(
  db: Db,
  reach: Reach,
  asked: Asked,
  page: PageQuery & Order,
  day: string,
): Promise<FoundPage> {
  requireFew(page)
  return foundIds(db, reach, asked, page, day)
}

async function foundIds(db: Db, reach: Reach, asked: Asked, page: PageQuery & Order, day: string): Promise<FoundPage> {
  if (isPastStatus(asked.status)) {
    const walkTo = (sort: Order['sort'], counts: boolean) => walkOfPast(reach, asked, sort, day, counts)
    return isNarrow(reach, asked)
      ? pageOfFew(db, walkTo(page.sort, true), sql`s.id`, page)
      : pageOfMany(db, walkTo(page.sort, false), walkTo('seat', false), sql`s.id`, page)
  }
  const key = sql`p.student_id`
  if (isNarrow(reach, asked)) return pageOfFew(db, walkOfFew(reach, asked, page.sort, day), key, page)
  const [walk, counting] = [walkOfMany(reach, asked, page.sort, day), walkOfMany(reach, asked, 'seat', day)]
  return pageOfMany(db, walk, counting, key, page)
}

const window = ({ pageNumber, pageSize }: PageQuery) => sql`limit ${pageSize} offset ${(pageNumber - 1) * pageSize}`

/** Counted on the way: all of them are looked at anyhow. */
async function pageOfFew(
  db: Db,
  { from, where, order }: Walk,
  key: RawBuilder<unknown>,
  page: PageQuery & Order,
): Promise<FoundPage> {
  const { rows } = await sql<{ id: string | null; count: number; males: number; females: number }>`${plan}
    with found as materialized (
      select ${key} as id, n.sex, row_number() over (order by ${directed(order, page.desc)}) as place
      from ${from} where ${where}
    )
    select item.id, counted.* from (
      select count(*) as count, count(*) filter (where sex = '男') as males, count(*) filter (where sex = '女') as females from found
    ) as counted
    left join (select id, place from found order by place ${window(page)}) as item on true order by item.place
  `.execute(db)
  const { count, males, females } = rows[0]!
  return { ids: rows.flatMap(({ id }) => id ?? []), count, sexes: { males, females } }
}

/** Counted without what only the order needs, and no further than anybody reads. */
async function pageOfMany(
  db: Db,
  walk: Walk,
  counting: Walk,
  key: RawBuilder<unknown>,
  page: PageQuery & Order,
): Promise<FoundPage> {
  const items = await sql<{ id: string }>`${plan}
    select ${key} as id from ${walk.from} where ${walk.where} order by ${directed(walk.order, page.desc)} ${window(page)}
  `.execute(db)
  const counts = await sql<{ count: number }>`${plan}
    select count(*) as count from (select from ${counting.from} where ${counting.where} limit ${countLimit + 1}) as counted
  `.execute(db)
  return { ids: items.rows.map(({ id }) => id), count: counts.rows[0]!.count, sexes: null }
}

/** All of them, as far as a limit: what something is to be done to. */
export async function allIds(db: Db, reach: Reach, asked: Asked, day: string, limit: number): Promise<string[]> {
  const page = { pageNumber: 1, pageSize: limit, sort: 'seat', desc: false } as const
  return (await foundIds(db, reach, asked, page, day)).ids
}

import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { PageQuery } from '#packages/contract'
import type { Scope } from '#packages/core'
import { likePart, readFoundPage, type Db } from '#packages/db'
import type { PlaceStatus, UserFilter, UserSort } from '../contract.ts'
import { areAt, isInvited, settled, userColumns, userJoins, within, type Node, type UserRow } from './user-queries.ts'

type Condition = RawBuilder<SqlBool>
export type Asked = Pick<UserFilter, 'within' | 'keyword' | 'userType' | 'workerType' | 'status' | 'account' | 'flag'>
export interface Moment {
  day: string
  now: Date
}

/** A part of the name; for letters and digits also a part of its pinyin, its initials or the number at work. */
function isNamed(keyword: string): Condition {
  const letters = keyword.toLowerCase().replaceAll(/[\s']/g, '')
  if (!/^[\w-]+$/.test(letters))
    return sql<boolean>`m.person_id in (select id from v_staff_person where name like ${likePart(keyword)})`
  return sql<boolean>`(m.number like ${likePart(keyword)} or m.person_id in (
    select id from v_staff_person
    where pinyin like ${likePart(letters)} or pinyin_initials like ${likePart(letters)} or name like ${likePart(keyword)}))`
}

/** How a place stands on a day. Nobody asks for those who have left without saying so. */
function stands(status: PlaceStatus | undefined, day: string): Condition {
  const isOpen = sql<boolean>`(m.over_on is null or m.over_on > ${day}::date)`
  const conditions: Record<PlaceStatus, Condition> = {
    active: sql<boolean>`${isOpen} and m.begins_on <= ${day}::date and not m.is_suspended`,
    planned: sql<boolean>`${isOpen} and m.begins_on > ${day}::date and not m.is_suspended`,
    suspended: sql<boolean>`${isOpen} and m.is_suspended`,
    left: sql<boolean>`m.over_on <= ${day}::date`,
  }
  return status ? conditions[status] : isOpen
}

const hasAccount = (account: NonNullable<Asked['account']>, now: Date): Condition =>
  ({
    active: sql<boolean>`p.account_id is not null`,
    invited: isInvited(now, 'p'),
    none: sql<boolean>`p.account_id is null and not ${isInvited(now, 'p')}`,
  })[account]

export async function isFound(db: Db, reach: Scope, node: Node | null, asked: Asked, { day, now }: Moment) {
  const conditions: Condition[] = [
    within(await settled(db, reach)),
    stands(asked.status, day),
    ...(node ? [await areAt(db, node, asked.within)] : []),
    ...(asked.keyword ? [isNamed(asked.keyword)] : []),
    ...(asked.userType ? [sql<boolean>`m.user_type = ${sql.lit(asked.userType)}`] : []),
    ...(asked.workerType ? [sql<boolean>`m.worker_type = ${asked.workerType}::smallint`] : []),
    ...(asked.flag === undefined ? [] : [sql<boolean>`m.flag = ${sql.lit(asked.flag)}`]),
    ...(asked.account ? [hasAccount(asked.account, now)] : []),
  ]
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

interface Order {
  sort: UserSort
  desc: boolean
}

/** What is equal stands in the order of the list. */
function orderOf({ sort, desc }: Order) {
  const direction = desc ? sql`desc` : sql`asc`
  const first = {
    sort: sql`m.sort`,
    name: sql`p.pinyin collate "C"`,
    number: sql`m.number collate "C"`,
    updated: sql`greatest(m.changed_at, p.changed_at)`,
  }[sort]
  return sort === 'sort' ? sql`m.sort ${direction}, m.id ${direction}` : sql`${first} ${direction}, m.sort, m.id`
}

/** The person is joined to what is walked through only where it is asked about. */
const fromOf = (asked: Asked, sort: UserSort) =>
  asked.account || sort === 'name' || sort === 'updated'
    ? sql`membership as m join v_staff_person as p on p.id = m.person_id`
    : sql`membership as m`

export async function pageOfFound(
  db: Db,
  scope: Scope,
  node: Node | null,
  asked: Asked,
  { sort, desc, ...page }: PageQuery & Order,
  moment: Moment,
) {
  const where = await isFound(db, scope, node, asked, moment)
  return readFoundPage<UserRow>(
    db,
    {
      columns: userColumns(moment.day, moment.now),
      from: fromOf(asked, sort),
      where,
      key: sql`m.id`,
      joined: userJoins,
      orderBy: orderOf({ sort, desc }),
    },
    page,
  )
}

const mostCounted = 10_000

/** Whom these places belong to, counted as `countedNodes` does; nothing when there are more than anybody counts. */
export async function countPeople(db: Db, scope: Scope, node: Node | null, asked: Asked, moment: Moment) {
  const { rows } = await sql<{ places: number; people: number; planned: number }>`
    select count(*) as places, count(distinct person_id) filter (where is_there) as people,
      count(*) filter (where not is_there) as planned
    from (
      select m.person_id, m.begins_on <= ${moment.day}::date as is_there from ${fromOf(asked, 'sort')}
      where ${await isFound(db, scope, node, asked, moment)} limit ${mostCounted + 1}
    ) as place
  `.execute(db)
  const { places, people, planned } = rows[0]!
  return places > mostCounted ? { people: null, planned: null } : { people, planned }
}

/** Of those whom a list of all finds, how many people they are and who of them has an account, or a link to one. */
export async function countsOfAccounts(db: Db, scope: Scope, node: Node | null, moment: Moment) {
  const where = await isFound(db, scope, node, { within: 'below', keyword: '' }, moment)
  const { rows } = await sql<{ people: number; active: number; invited: number }>`
    select count(distinct m.person_id) as people,
      count(distinct m.person_id) filter (where p.account_id is not null) as active,
      count(distinct m.person_id) filter (where ${isInvited(moment.now, 'p')}) as invited
    from membership as m join v_staff_person as p on p.id = m.person_id where ${where}
  `.execute(db)
  return rows[0]!
}

/** A number that people are searched by: hashes of it, and its digits as a number at work. */
export interface NumberSearch {
  digits: string
  phone: Buffer
  tail: Buffer
  idCard: Buffer
}

/** The places of those whose phone or ID number it is, or ends with; at most so many. */
export async function foundByNumber(
  db: Db,
  scope: Scope,
  node: Node | null,
  { number, limit, ...asked }: Asked & { number: NumberSearch; limit: number },
  moment: Moment,
): Promise<string[]> {
  const column = { 4: 'phone_tail_hash', 11: 'phone_hash', 18: 'id_card_hash' }[number.digits.length]!
  const hash = { 4: number.tail, 11: number.phone, 18: number.idCard }[number.digits.length]!
  const isAsked = await isFound(db, scope, node, { ...asked, keyword: '' }, moment)
  const { rows } = await sql<{ id: string }>`
    select m.id from membership as m join v_staff_person as p on p.id = m.person_id
    where ${isAsked} and m.id in (
      select c.id from v_staff_person h join membership c on c.person_id = h.id where ${sql.ref(`h.${column}`)} = ${hash}
      union all select id from membership where number = ${number.digits})
    order by m.sort, m.id limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** These places, as far as they are within reach, in the order asked for. */
export const pageOfIds = (
  db: Db,
  scope: Scope,
  ids: readonly string[],
  { sort, desc, ...page }: PageQuery & Order,
  moment: Moment,
) =>
  readFoundPage<UserRow>(
    db,
    {
      columns: userColumns(moment.day, moment.now),
      from: sql`membership as m join v_staff_person as p on p.id = m.person_id`,
      where: sql`m.id = any(${ids}::uuid[]) and ${within(scope)}`,
      key: sql`m.id`,
      joined: userJoins,
      orderBy: orderOf({ sort, desc }),
    },
    page,
  )

/** A place that something is to be done to. */
export interface Target {
  id: string
  personId: string
  name: string
  orgId: string
  departmentId: string | null
  beginsOn: string
  overOn: string | null
  isSuspended: boolean
  isMain: boolean
}

const targetColumns = sql`
  m.id, m.person_id as "personId", p.name, m.org_id as "orgId", m.department_id as "departmentId",
  m.begins_on as "beginsOn", m.over_on as "overOn", m.is_suspended as "isSuspended", m.is_main as "isMain"`

export async function targetsByIds(db: Db, scope: Scope, ids: readonly string[]): Promise<Target[]> {
  const { rows } = await sql<Target>`
    select ${targetColumns} from membership as m join v_staff_person as p on p.id = m.person_id
    where m.id = any(${ids}::uuid[]) and ${within(scope)} order by m.sort, m.id
  `.execute(db)
  return rows
}

export async function targetsFound(
  db: Db,
  scope: Scope,
  node: Node | null,
  { limit, ...asked }: Asked & { limit: number },
  moment: Moment,
): Promise<Target[]> {
  const { rows } = await sql<Target>`
    select ${targetColumns} from membership as m join v_staff_person as p on p.id = m.person_id
    where ${await isFound(db, scope, node, asked, moment)} order by m.sort, m.id limit ${limit}
  `.execute(db)
  return rows
}

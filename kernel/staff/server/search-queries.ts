import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { PageQuery } from '#packages/contract'
import type { Scope } from '#packages/core'
import { readPageWithCounts, readSearchPage, toLikePattern, type CountedRows, type Db } from '#packages/db'
import type { MembershipStatus, UserFilter, UserSort } from '../contract.ts'
import {
  whereAtNode,
  isInvited,
  resolveScope,
  userColumns,
  userJoins,
  whereInScope,
  type OrgNode,
  type UserRow,
} from './user-queries.ts'

type Condition = RawBuilder<SqlBool>
export type StaffFilter = Pick<
  UserFilter,
  'within' | 'keyword' | 'userType' | 'workerType' | 'status' | 'account' | 'flag'
>
export interface Moment {
  day: string
  now: Date
}

/** Part of the name; for letters and digits also of its pinyin, its initials or the staff number. */
function whereNamed(keyword: string): Condition {
  const letters = keyword.toLowerCase().replaceAll(/[\s']/g, '')
  if (!/^[\w-]+$/.test(letters))
    return sql<boolean>`m.person_id in (select id from v_staff_person where name like ${toLikePattern(keyword)})`
  return sql<boolean>`(m.number like ${toLikePattern(keyword)} or m.person_id in (
    select id from v_staff_person
    where pinyin like ${toLikePattern(letters)} or pinyin_initials like ${toLikePattern(letters)} or name like ${toLikePattern(keyword)}))`
}

/** The status of a membership on a day. Leavers are only included on request. */
function whereStatus(status: MembershipStatus | undefined, day: string): Condition {
  const isOpen = sql<boolean>`(m.over_on is null or m.over_on > ${day}::date)`
  const conditions: Record<MembershipStatus, Condition> = {
    active: sql<boolean>`${isOpen} and m.begins_on <= ${day}::date and not m.is_suspended`,
    planned: sql<boolean>`${isOpen} and m.begins_on > ${day}::date and not m.is_suspended`,
    suspended: sql<boolean>`${isOpen} and m.is_suspended`,
    left: sql<boolean>`m.over_on <= ${day}::date`,
  }
  return status ? conditions[status] : isOpen
}

const whereAccount = (account: NonNullable<StaffFilter['account']>, now: Date): Condition =>
  ({
    active: sql<boolean>`p.account_id is not null`,
    invited: isInvited(now, 'p'),
    none: sql<boolean>`p.account_id is null and not ${isInvited(now, 'p')}`,
  })[account]

export async function whereFound(
  db: Db,
  readerScope: Scope,
  node: OrgNode | null,
  filter: StaffFilter,
  { day, now }: Moment,
) {
  const conditions: Condition[] = [
    whereInScope(await resolveScope(db, readerScope)),
    whereStatus(filter.status, day),
    ...(node ? [await whereAtNode(db, node, filter.within)] : []),
    ...(filter.keyword ? [whereNamed(filter.keyword)] : []),
    ...(filter.userType ? [sql<boolean>`m.user_type = ${sql.lit(filter.userType)}`] : []),
    ...(filter.workerType ? [sql<boolean>`m.worker_type = ${filter.workerType}::smallint`] : []),
    ...(filter.flag === undefined ? [] : [sql<boolean>`m.flag = ${sql.lit(filter.flag)}`]),
    ...(filter.account ? [whereAccount(filter.account, now)] : []),
  ]
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

interface StaffOrder {
  sort: UserSort
  desc: boolean
}

/** Equal rows keep the default order. */
function getOrder({ sort, desc }: StaffOrder) {
  const direction = desc ? sql`desc` : sql`asc`
  const first = {
    sort: sql`m.sort`,
    name: sql`p.pinyin collate "C"`,
    number: sql`m.number collate "C"`,
    updated: sql`greatest(m.changed_at, p.changed_at)`,
  }[sort]
  return sort === 'sort' ? sql`m.sort ${direction}, m.id ${direction}` : sql`${first} ${direction}, m.sort, m.id`
}

/** Joins the person only when the filter or the order needs it. */
const getFrom = (filter: StaffFilter, sort: UserSort) =>
  filter.account || sort === 'name' || sort === 'updated'
    ? sql`membership as m join v_staff_person as p on p.id = m.person_id`
    : sql`membership as m`

export async function getStaffPage(
  db: Db,
  scope: Scope,
  node: OrgNode | null,
  filter: StaffFilter,
  { sort, desc, ...page }: PageQuery & StaffOrder,
  moment: Moment,
) {
  const where = await whereFound(db, scope, node, filter, moment)
  const list = {
    columns: userColumns(moment.day, moment.now),
    from: getFrom(filter, sort),
    where,
    joined: userJoins,
    orderBy: getOrder({ sort, desc }),
  }
  // A name may be anywhere in the list, so that the search reads all of it: it finds keys and counts them at once.
  if (filter.keyword)
    return {
      ...(await readSearchPage<UserRow>(db, { ...list, key: sql`m.id` }, page)),
      ...(await countPeople(db, scope, node, filter, moment)),
    }
  const found = await readPageWithCounts<UserRow, PeopleCounts>(
    db,
    { ...list, as: 'm' },
    (rows) => selectPeopleCounts(rows, moment),
    page,
  )
  return { ...found.page, ...(found.isWhole ? toShownCounts(found.counts) : notCounted) }
}

const mostCounted = 10_000
const notCounted = { people: null, planned: null }

interface PeopleCounts {
  /** Memberships. */
  count: number
  /** Distinct people with a current one, counted like `countedNodes`. */
  people: number
  planned: number
}
const toShownCounts = ({ people, planned }: PeopleCounts) => ({ people, planned })

/** Grouped, because `count(distinct …)` sorts all people. */
const selectPeopleCounts = (rows: CountedRows, { day }: Moment) =>
  sql<PeopleCounts>`
    select coalesce(sum(places), 0) as count, count(*) filter (where there > 0) as people,
      coalesce(sum(places - there), 0) as planned
    from (
      select person_id, count(*) as places, count(*) filter (where is_there) as there
      from ${rows(sql`m.person_id, m.begins_on <= ${day}::date as is_there`, sql`m.person_id`)} as m group by person_id
    ) as person`

/** The people of these memberships; null above the count limit. */
export async function countPeople(db: Db, scope: Scope, node: OrgNode | null, filter: StaffFilter, moment: Moment) {
  const where = await whereFound(db, scope, node, filter, moment)
  const { rows } = await selectPeopleCounts(
    (columns, order) =>
      sql`(select ${columns} from ${getFrom(filter, 'sort')} where ${where} order by ${order} limit ${mostCounted + 1})`,
    moment,
  ).execute(db)
  return rows[0]!.count > mostCounted ? notCounted : toShownCounts(rows[0]!)
}

/** Number of people of the list, of accounts and of open invitations. */
export async function countAccountsByState(db: Db, scope: Scope, node: OrgNode | null, moment: Moment) {
  const where = await whereFound(db, scope, node, { within: 'below', keyword: '' }, moment)
  const { rows } = await sql<{ people: number; active: number; invited: number }>`
    select count(distinct m.person_id) as people,
      count(distinct m.person_id) filter (where p.account_id is not null) as active,
      count(distinct m.person_id) filter (where ${isInvited(moment.now, 'p')}) as invited
    from membership as m join v_staff_person as p on p.id = m.person_id where ${where}
  `.execute(db)
  return rows[0]!
}

/** The search key of a number: its hashes, and its digits as a staff number. */
export interface NumberSearch {
  digits: string
  phone: Buffer
  tail: Buffer
  idCard: Buffer
}

/** Memberships of people whose phone or ID number matches or ends with it, up to a limit. */
export async function findIdsByNumber(
  db: Db,
  scope: Scope,
  node: OrgNode | null,
  { number, limit, ...filter }: StaffFilter & { number: NumberSearch; limit: number },
  moment: Moment,
): Promise<string[]> {
  const column = { 4: 'phone_tail_hash', 11: 'phone_hash', 18: 'id_card_hash' }[number.digits.length]!
  const hash = { 4: number.tail, 11: number.phone, 18: number.idCard }[number.digits.length]!
  const isMatch = await whereFound(db, scope, node, { ...filter, keyword: '' }, moment)
  const { rows } = await sql<{ id: string }>`
    select m.id from membership as m join v_staff_person as p on p.id = m.person_id
    where ${isMatch} and m.id in (
      select c.id from v_staff_person h join membership c on c.person_id = h.id where ${sql.ref(`h.${column}`)} = ${hash}
      union all select id from membership where number = ${number.digits})
    order by m.sort, m.id limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** These memberships as far as they are in scope, in the requested order. */
export const getStaffPageByIds = (
  db: Db,
  scope: Scope,
  ids: readonly string[],
  { sort, desc, ...page }: PageQuery & StaffOrder,
  moment: Moment,
) =>
  readSearchPage<UserRow>(
    db,
    {
      columns: userColumns(moment.day, moment.now),
      from: sql`membership as m join v_staff_person as p on p.id = m.person_id`,
      where: sql`m.id = any(${ids}::uuid[]) and ${whereInScope(scope)}`,
      key: sql`m.id`,
      joined: userJoins,
      orderBy: getOrder({ sort, desc }),
    },
    page,
  )

/** The membership that a bulk action targets. */
export interface TargetMembership {
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

export async function listTargetsByIds(db: Db, scope: Scope, ids: readonly string[]): Promise<TargetMembership[]> {
  const { rows } = await sql<TargetMembership>`
    select ${targetColumns} from membership as m join v_staff_person as p on p.id = m.person_id
    where m.id = any(${ids}::uuid[]) and ${whereInScope(scope)} order by m.sort, m.id
  `.execute(db)
  return rows
}

export async function listFoundTargets(
  db: Db,
  scope: Scope,
  node: OrgNode | null,
  { limit, ...filter }: StaffFilter & { limit: number },
  moment: Moment,
): Promise<TargetMembership[]> {
  const { rows } = await sql<TargetMembership>`
    select ${targetColumns} from membership as m join v_staff_person as p on p.id = m.person_id
    where ${await whereFound(db, scope, node, filter, moment)} order by m.sort, m.id limit ${limit}
  `.execute(db)
  return rows
}

import { sql, type RawBuilder } from 'kysely'
import type { PageQuery } from '#packages/contract'
import { toLikePattern, readSqlPage, type Db } from '#packages/db'
import type { OrgType } from '#kernel/org/contract.ts'

export interface ContactUnit {
  id: string
  name: string
  type: OrgType
  path: string
  /** The organisation that a department belongs to, or the organisation itself. */
  unitId: string
  unitName: string
}

/** The nearest organisation above a department; an organisation is its own. */
const nearestUnit = sql`
  lateral (
    select u.id, u.name from v_org u
    where u.id = any(string_to_array(o.path::text, '.')::uuid[]) and u.type <> 'department'
    order by nlevel(u.path) desc limit 1
  ) as unit`

/** A membership that is active today: begun, not ended, not suspended, in an organisation that is not disabled. */
const isActiveMembership = (day: string, unit: 'o' | 'u' = 'o') =>
  sql<boolean>`m.valid @> ${day}::date and not m.is_suspended and not ${sql.ref(`${unit}.is_disabled`)}`

/** Departments without people are hidden; a disabled organisation is shown only if it has organisations below it. */
const isUnitShown = sql<boolean>`
  (o.type <> 'department' or o.user_count > 0)
  and (not o.is_disabled or exists (select from v_org c where c.parent_id = o.id and c.type <> 'department'))`

export async function findContactUnit(db: Db, id: string): Promise<ContactUnit | undefined> {
  const { rows } = await sql<ContactUnit>`
    select o.id, o.name, o.type, o.path::text as path, unit.id as "unitId", unit.name as "unitName"
    from v_org o cross join ${nearestUnit}
    where o.id = ${id}
  `.execute(db)
  return rows[0]
}

export interface ContactUnitRow {
  id: string
  name: string
  type: OrgType
  sort: number
  userCount: number
  phone: string
  hasChild: boolean
}

/**
 * The organisations and departments of one level; null for the top. The counts match the lists (`listPeoplePage`):
 * without the organisations below and without suspended people.
 */
export async function listUnitsBelow(
  db: Db,
  parentId: string | null,
  day: string,
  withPeople: boolean,
): Promise<ContactUnitRow[]> {
  const isAtLevel = (of: 'o' | 'u') =>
    parentId === null ? sql`${sql.ref(`${of}.parent_id`)} is null` : sql`${sql.ref(`${of}.parent_id`)} = ${parentId}`
  const { rows } = await sql<ContactUnitRow>`
    select o.id, o.name, o.type, o.sort, o.phone,
      case when o.type = 'department' then (
        select count(distinct m.person_id)::int from v_membership m join v_org u on u.id = m.org_id
        where m.department_id in (select d.id from v_org d where d.path <@ o.path) and ${isActiveMembership(day, 'u')}
      ) else coalesce(counted.people, 0) end as "userCount",
      (${withPeople} and o.user_count > 0) or exists (
        select from v_org c where c.parent_id = o.id and (c.type <> 'department' or c.user_count > 0)
      ) as "hasChild"
    from v_org o
    left join (
      select m.org_id, count(distinct m.person_id)::int as people
      from v_membership m join v_org u on u.id = m.org_id
      where ${isActiveMembership(day, 'u')} and u.type <> 'department' and ${isAtLevel('u')}
      group by m.org_id
    ) as counted on counted.org_id = o.id
    where ${isAtLevel('o')} and ${isUnitShown}
    order by o.sort, o.pinyin, o.id
  `.execute(db)
  return rows
}

/** The path from the top to a node. */
export async function listTrail(db: Db, path: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select o.id, o.name from v_org o where o.id = any(${path.split('.')}::uuid[]) order by nlevel(o.path)
  `.execute(db)
  return rows
}

const toLetters = (keyword: string) => keyword.toLowerCase().replaceAll(/[\s']/g, '')

/**
 * Matches a part of the name. Letters and digits also match a part of the initials, or the beginning of the pinyin,
 * because two letters occur in most pinyin.
 */
function matchesName(keyword: string, of: 'o' | 'p'): RawBuilder<boolean> {
  const [name, pinyin, initials] = ['name', 'pinyin', 'pinyin_initials'].map((column) => sql.ref(`${of}.${column}`))
  const letters = toLetters(keyword)
  if (!/^[a-z0-9]+$/.test(letters)) return sql<boolean>`${name} like ${toLikePattern(keyword)}`
  const read = letters.length < 3 ? `${letters}%` : toLikePattern(letters)
  return sql<boolean>`(${name} like ${toLikePattern(keyword)} or ${pinyin} like ${read} or ${initials} like ${toLikePattern(letters)})`
}

export async function searchUnits(db: Db, keyword: string, limit: number) {
  const { rows } = await sql<{ id: string; name: string; orgName: string }>`
    select o.id, o.name, case when o.type = 'department' then unit.name else '' end as "orgName"
    from (
      select o.* from v_org o where ${matchesName(keyword, 'o')} and ${isUnitShown}
      order by o.type = 'department', o.sort, o.pinyin, o.id limit ${limit}
    ) as o cross join ${nearestUnit}
    order by o.type = 'department', o.sort, o.pinyin, o.id
  `.execute(db)
  return rows
}

/** A person and the membership by which a list has found the person. */
export interface PersonHit {
  personId: string
  userId: string
}

/** The people directly at a node, in their order. */
export async function listPeopleAt(
  db: Db,
  { id, type }: ContactUnit,
  day: string,
): Promise<(PersonHit & { sort: number })[]> {
  const here = type === 'department' ? sql`m.department_id = ${id}` : sql`m.org_id = ${id} and m.department_id is null`
  const { rows } = await sql<PersonHit & { sort: number }>`
    select m.person_id as "personId", m.id as "userId", m.sort
    from v_membership m join v_org o on o.id = m.org_id join v_person p on p.id = m.person_id
    where ${here} and ${isActiveMembership(day)}
    order by m.sort, p.pinyin, p.id
  `.execute(db)
  return rows
}

/** The leaders of an organisation, recognised by their posts; deputies come after them. */
export async function listLeaders(db: Db, orgId: string, day: string, limit: number): Promise<PersonHit[]> {
  const { rows } = await sql<PersonHit>`
    select m.person_id as "personId", m.id as "userId"
    from v_membership m join v_org o on o.id = m.org_id join v_person p on p.id = m.person_id
    where m.org_id = ${orgId} and m.post ~ '(书记|校长|园长|局长|院长)$' and ${isActiveMembership(day)}
    order by m.post like '副%', m.sort, p.pinyin, p.id limit ${limit}
  `.execute(db)
  return rows
}

/** The memberships of an organisation, or of a department and those below it. */
const membershipIn = ({ id, type, path }: ContactUnit) =>
  type === 'department'
    ? sql`m.department_id in (select d.id from v_org d where d.path <@ ${path}::ltree)`
    : sql`m.org_id = ${id}`

/** All people of a node, each once, even with several memberships there. */
export const listPeoplePage = (db: Db, node: ContactUnit, day: string, page: PageQuery) =>
  readSqlPage<PersonHit>(
    db,
    {
      columns: sql`place.person_id as "personId", place.id as "userId"`,
      from: sql`(
        select m.person_id, min(m.sort) as sort, (array_agg(m.id order by m.is_main desc, m.sort, m.id))[1] as id
        from v_membership m join v_org o on o.id = m.org_id
        where ${membershipIn(node)} and ${isActiveMembership(day)}
        group by m.person_id
      ) as place join v_person p on p.id = place.person_id`,
      orderBy: sql`place.sort, p.pinyin, p.id`,
    },
    page,
  )

/** The main active membership of each person. */
const mainMembership = (day: string) => sql`
  lateral (
    select m.id from v_membership m join v_org o on o.id = m.org_id
    where m.person_id = p.id and ${isActiveMembership(day)}
    order by m.is_main desc, m.sort, m.id limit 1
  ) as place`

/**
 * People by name, pinyin or initials: first exact names and names that begin with the keyword, then colleagues of the
 * viewer. No index finds two characters inside a name, so a narrow index of all names is scanned; active memberships
 * are checked in result order until enough are found.
 */
export async function searchPeople(
  db: Db,
  { keyword, ownOrgId, day, limit }: { keyword: string; ownOrgId: string; day: string; limit: number },
): Promise<PersonHit[]> {
  const letters = toLetters(keyword)
  const order = sql`p.rank, p.is_near desc, p.pinyin, p.id`
  const { rows } = await sql<PersonHit>`
    with named as materialized (
      select p.id, p.pinyin, p.id in (select m.person_id from v_membership m where m.org_id = ${ownOrgId}) as is_near,
        case
          when p.name = ${keyword} then 0
          when starts_with(p.name, ${keyword}) then 1
          when p.pinyin_initials = ${letters} or p.pinyin = ${letters} then 2
          when starts_with(p.pinyin_initials, ${letters}) or starts_with(p.pinyin, ${letters}) then 3
          else 4
        end as rank
      from v_person p
      where ${matchesName(keyword, 'p')}
    )
    select p.id as "personId", place.id as "userId"
    from (select * from named p order by ${order}) as p cross join ${mainMembership(day)}
    order by ${order}
    limit ${limit}
  `.execute(db)
  return rows
}

/** The person of this membership, if the person works in the district today. */
export async function findHolder(db: Db, userId: string, day: string): Promise<PersonHit | undefined> {
  const { rows } = await sql<PersonHit>`
    select m.person_id as "personId", m.id as "userId"
    from v_membership m join v_org o on o.id = m.org_id
    where m.id = ${userId} and ${isActiveMembership(day)}
  `.execute(db)
  return rows[0]
}

export async function listHolders(db: Db, userIds: readonly string[], day: string): Promise<PersonHit[]> {
  const { rows } = await sql<PersonHit>`
    select m.person_id as "personId", m.id as "userId"
    from v_membership m join v_org o on o.id = m.org_id
    where m.id = any(${userIds}::uuid[]) and ${isActiveMembership(day)}
  `.execute(db)
  return rows
}

/** Teachers of an organisation or of a department, by subject. */
export async function listTeachers(db: Db, node: ContactUnit, day: string, limit: number) {
  const { rows } = await sql<PersonHit & { subject: string; officePhone: string; name: string }>`
    select m.person_id as "personId", m.id as "userId", m.subject, m.office_phone as "officePhone", p.name
    from v_membership m join v_org o on o.id = m.org_id join v_person p on p.id = m.person_id
    where ${membershipIn(node)} and m.user_type = 'teacher' and ${isActiveMembership(day)}
    order by m.subject = '', m.subject, m.sort, p.pinyin, p.id
    limit ${limit}
  `.execute(db)
  return rows
}

/** A page of listed people who work in the district today, by pinyin. */
export const listListedPage = (db: Db, listed: RawBuilder<unknown>, day: string, page: PageQuery) =>
  readSqlPage<PersonHit>(
    db,
    {
      columns: sql`p.id as "personId", place.id as "userId"`,
      from: sql`v_person p cross join ${mainMembership(day)} where p.id in (${listed})`,
      orderBy: sql`p.pinyin, p.id`,
    },
    page,
  )

export interface ContactPerson {
  id: string
  name: string
  sex: '男' | '女' | null
  hasAvatar: boolean
  isFavourite: boolean
}

export async function listContactPersons(db: Db, ids: readonly string[], ownerId: string): Promise<ContactPerson[]> {
  const { rows } = await sql<ContactPerson>`
    select p.id, p.name, p.sex, p.has_avatar as "hasAvatar",
      exists (select from contact_favourite f where f.owner_id = ${ownerId} and f.person_id = p.id) as "isFavourite"
    from v_person p where p.id = any(${ids}::uuid[])
  `.execute(db)
  return rows
}

export interface ContactPostRow {
  personId: string
  userId: string
  orgId: string
  orgName: string
  orgPath: string
  orgPhone: string
  departmentId: string | null
  departmentName: string
  departmentPath: string | null
  post: string
  subject: string
  officePhone: string
}

/** All current posts of these people, the main membership of each first. */
export async function listPosts(db: Db, personIds: readonly string[], day: string): Promise<ContactPostRow[]> {
  const { rows } = await sql<ContactPostRow>`
    select m.person_id as "personId", m.id as "userId", m.org_id as "orgId", o.name as "orgName",
      o.path::text as "orgPath", o.phone as "orgPhone", m.department_id as "departmentId",
      coalesce(d.name, '') as "departmentName", d.path::text as "departmentPath",
      m.post, m.subject, m.office_phone as "officePhone"
    from v_membership m join v_org o on o.id = m.org_id left join v_org d on d.id = m.department_id
    where m.person_id = any(${personIds}::uuid[]) and ${isActiveMembership(day)}
    order by m.is_main desc, m.sort, m.id
  `.execute(db)
  return rows
}

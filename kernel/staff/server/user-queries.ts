import { sql } from 'kysely'
import type { PageQuery } from '#packages/contract'
import { emptyScope, type Scope } from '#packages/core'
import { inScope, readSqlPage, type Db } from '#packages/db'
import type { UserType } from '../contract.ts'

/** A place is reached by its organisation, by its department, or because it is one's own. */
export const whereInScope = (scope: Scope) =>
  inScope(scope, { org: 'm.org_id', department: 'm.department_id', owner: 'm.id' })

/**
 * The same reach with the ids of its units and departments instead of their paths: a list of people is then read by the
 * index of their organisation, and a school does not walk through the whole district. What lies below the top is all.
 */
export async function resolveScope(db: Db, reach: Scope): Promise<Scope> {
  const { orgPaths, departmentPaths } = reach
  if (reach.district || orgPaths.some((path) => !path.includes('.'))) return { ...emptyScope, district: true }
  if (orgPaths.length + departmentPaths.length === 0) return reach
  const { rows } = await sql<{ id: string; isDepartment: boolean }>`
    select id, type = 'department' as "isDepartment" from v_org
    where path <@ any(${orgPaths}::ltree[]) and type <> 'department' or path <@ any(${departmentPaths}::ltree[])
  `.execute(db)
  const ids = (areDepartments: boolean) => rows.flatMap((row) => (row.isDepartment === areDepartments ? row.id : []))
  return {
    ...reach,
    orgPaths: [],
    departmentPaths: [],
    orgIds: [...reach.orgIds, ...ids(false)],
    departmentIds: [...reach.departmentIds, ...ids(true)],
  }
}

/** A member of staff in one place, as it is kept: the numbers encrypted. */
export interface UserRow {
  id: string
  personId: string
  orgId: string
  departmentId: string | null
  orgName: string
  departmentName: string
  /** The department that it is a part of. */
  departmentAbove: string
  userType: UserType
  post: string
  isMain: boolean
  isSuspended: boolean
  beginsOn: string
  overOn: string | null
  sort: number
  flag: number
  version: number
  number: string
  subject: string
  workerType: number | null
  officePhone: string
  remark: string
  icCard: Buffer | null
  noSecondStep: boolean
  createdAt: Date
  changedAt: Date
  name: string
  sex: '男' | '女' | null
  loginName: string
  accountId: string | null
  isBound: boolean
  /** Until when a link that is on its way opens the account. */
  invitedUntil: Date | null
  phone: Buffer | null
  idCard: Buffer | null
  /** Stated by the person, not entered by a school. */
  idCardIsClaim: boolean
  nation: string | null
  teacherLevel: string | null
  diploma: string | null
  graduateSchool: string | null
  specialty: string | null
  workedFrom: string | null
  private: Buffer | null
}

const midnight = (column: 'begins_on' | 'over_on', day: string) =>
  sql`case when ${sql.ref(`m.${column}`)} <= ${day}::date then ${sql.ref(`m.${column}`)}::timestamp at time zone 'Asia/Shanghai' end`

/** When it last changed for whoever reads it: what was written, or what the calendar did. */
export const changedAtColumn = (day: string) =>
  sql`greatest(m.changed_at, q.changed_at, ${midnight('begins_on', day)}, ${midnight('over_on', day)})`

export const userColumns = (day: string, now: Date) => sql`
  m.id, m.person_id as "personId", m.org_id as "orgId", m.department_id as "departmentId",
  coalesce(o.name, '') as "orgName", coalesce(d.name, '') as "departmentName",
  coalesce(above.name, '') as "departmentAbove", m.user_type as "userType", m.post, m.is_main as "isMain", m.is_suspended as "isSuspended",
  m.begins_on as "beginsOn", m.over_on as "overOn", m.sort, m.flag, m.version, m.number, m.subject,
  m.worker_type as "workerType", m.office_phone as "officePhone", m.remark, m.ic_card as "icCard",
  m.no_second_step as "noSecondStep", m.created_at as "createdAt", ${changedAtColumn(day)} as "changedAt",
  q.name, q.sex, q.login_name as "loginName", q.account_id as "accountId", q.is_bound as "isBound",
  ${invitedUntil(now)} as "invitedUntil", q.phone, q.id_card as "idCard", q.id_card_is_claim as "idCardIsClaim",
  f.nation, f.teacher_level as "teacherLevel", f.diploma, f.graduate_school as "graduateSchool", f.specialty,
  f.working_since_on as "workedFrom", f.private`

/** A link is on its way to somebody who has no account yet. */
export const isInvited = (
  now: Date,
  person: 'p' | 'q',
) => sql<boolean>`(${sql.ref(`${person}.account_id`)} is null and exists (
  select from invitation i where i.person_id = ${sql.ref(`${person}.id`)} and i.expires_at > ${now} and i.account_id is null))`

const invitedUntil = (now: Date) => sql<Date | null>`case when q.account_id is null then (
  select max(i.expires_at) from invitation i
  where i.person_id = q.id and i.expires_at > ${now} and i.account_id is null) end`

/** An organisation that is gone has no name any more, but those who left it are still told of. */
export const userJoins = sql`
  join v_staff_person as q on q.id = m.person_id
  left join v_org as o on o.id = m.org_id
  left join v_org as d on d.id = m.department_id
  left join v_org as above on above.id = d.parent_id and above.type = 'department'
  left join staff_file as f on f.person_id = m.person_id`

interface Moment {
  day: string
  now: Date
}

export async function findUser(db: Db, scope: Scope, id: string, { day, now }: Moment): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    select ${userColumns(day, now)} from membership as m ${userJoins} where m.id = ${id} and ${whereInScope(scope)}
  `.execute(db)
  return rows[0]
}

/** A node to begin with: a unit, or a department, with the unit that it belongs to. */
export interface OrgNode {
  id: string
  path: string
  isDepartment: boolean
  unitId: string
  name: string
}

/** Found only within reach: a department also by its unit. */
export async function findOrgNode(db: Db, reach: Scope, id: string): Promise<OrgNode | undefined> {
  const isReached = inScope(reach, {
    org: 'o.unit_id',
    orgPath: 'o.path',
    department: 'o.id',
    departmentPath: 'o.path',
  })
  const { rows } = await sql<OrgNode>`
    select o.id, o.path::text as path, o.type = 'department' as "isDepartment", o.unit_id as "unitId", o.name
    from (
      select n.id, n.path, n.type, n.name, case when n.type <> 'department' then n.id else (
        select u.id from v_org u
        where u.id = any(string_to_array(n.path::text, '.')::uuid[]) and u.type <> 'department'
        order by nlevel(u.path) desc limit 1) end as unit_id
      from v_org n where n.id = ${id}
    ) as o
    where ${isReached}
  `.execute(db)
  return rows[0]
}

/** Those of a node, or of all below it. Below the bureau is the whole district. */
export async function whereAtNode(db: Db, node: OrgNode, how: 'node' | 'below') {
  if (how === 'node')
    return node.isDepartment
      ? sql<boolean>`m.department_id = ${node.id}`
      : sql<boolean>`m.org_id = ${node.id} and m.department_id is null`
  const below = { ...emptyScope, [node.isDepartment ? 'departmentPaths' : 'orgPaths']: [node.path] }
  return whereInScope(await resolveScope(db, below))
}

interface ChangedSince {
  /** The moment, and the first day that began after it. */
  at: Date
  day: string
}

const whereChangedSince = ({ at, day: first }: ChangedSince, day: string) => sql<boolean>`m.id in (
  select id from membership where changed_at >= ${at}
  union all select c.id from v_staff_person p join membership c on c.person_id = p.id where p.changed_at >= ${at}
  union all select id from membership where begins_on >= ${first}::date and begins_on <= ${day}::date
  union all select id from membership where over_on >= ${first}::date and over_on <= ${day}::date)`

/**
 * Everybody at a node or within reach; or whoever changed since a moment, those who left included. The order never
 * changes and whoever changed once stays among those who changed: one who reads page after page while others work may
 * meet somebody twice, but misses nobody.
 */
export async function getChangedStaffPage(
  db: Db,
  scope: Scope,
  query: { node: OrgNode | null; since: ChangedSince | null },
  page: PageQuery,
  { day, now }: Moment,
) {
  const reach = whereInScope(await resolveScope(db, scope))
  const node = query.node ? await whereAtNode(db, query.node, 'below') : sql`true`
  return readSqlPage<UserRow>(
    db,
    {
      columns: userColumns(day, now),
      from: sql`membership as m where ${reach} and ${node}
        and ${query.since ? whereChangedSince(query.since, day) : sql`(m.over_on is null or m.over_on > ${day}::date)`}`,
      joined: { as: 'm', with: userJoins },
      orderBy: sql`m.id`,
    },
    page,
  )
}

/**
 * Up to when an answer is complete. A change carries the moment when its transaction began, and is seen when that ends:
 * whoever began before this has ended. Readers are waited for too, because nobody can tell them from writers. A
 * connection that is at work but not yet in a transaction is just opening one.
 */
export async function getCompleteUntil(db: Db): Promise<Date> {
  const { rows } = await sql<{ until: Date }>`
    select least(now(), min(coalesce(xact_start, query_start))) as until from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
      and (xact_start is not null or state = 'active')
  `.execute(db)
  return rows[0]!.until
}

/** The names from the top down to a node. */
export async function listAncestorNames(db: Db, nodeId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select a.name from v_org n join v_org a on a.id = any(string_to_array(n.path::text, '.')::uuid[])
    where n.id = ${nodeId} order by nlevel(a.path)
  `.execute(db)
  return rows.map(({ name }) => name)
}

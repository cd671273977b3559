import { sql } from 'kysely'
import type { PageQuery } from '#packages/contract'
import { emptyScope, type Scope } from '#packages/core'
import { inScope, readSqlPage, type Db } from '#packages/db'
import type { UserType } from '../contract.ts'

/** A membership is in scope by its organisation, its department, or as the caller's own. */
export const whereInScope = (scope: Scope) =>
  inScope(scope, { org: 'm.org_id', department: 'm.department_id', owner: 'm.id' })

/**
 * The scope with unit and department ids instead of paths, so that lists use the index by organisation and do not scan
 * the district. A scope with the root node becomes the whole district.
 */
export async function resolveScope(db: Db, readerScope: Scope): Promise<Scope> {
  const { orgPaths, departmentPaths } = readerScope
  if (readerScope.district || orgPaths.some((path) => !path.includes('.'))) return { ...emptyScope, district: true }
  if (orgPaths.length + departmentPaths.length === 0) return readerScope
  const { rows } = await sql<{ id: string; isDepartment: boolean }>`
    select id, type = 'department' as "isDepartment" from v_org
    where path <@ any(${orgPaths}::ltree[]) and type <> 'department' or path <@ any(${departmentPaths}::ltree[])
  `.execute(db)
  const ids = (areDepartments: boolean) => rows.flatMap((row) => (row.isDepartment === areDepartments ? row.id : []))
  return {
    ...readerScope,
    orgPaths: [],
    departmentPaths: [],
    orgIds: [...readerScope.orgIds, ...ids(false)],
    departmentIds: [...readerScope.departmentIds, ...ids(true)],
  }
}

/** A membership of a staff member as stored: numbers are encrypted. */
export interface UserRow {
  id: string
  personId: string
  orgId: string
  departmentId: string | null
  orgName: string
  departmentName: string
  /** The parent department. */
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
  /** Expiry of the open invitation. */
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

/** The last change for readers: an edit, or a start or end by date. */
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

/** An open invitation exists, and no account yet. */
export const isInvited = (
  now: Date,
  person: 'p' | 'q',
) => sql<boolean>`(${sql.ref(`${person}.account_id`)} is null and exists (
  select from invitation i where i.person_id = ${sql.ref(`${person}.id`)} and i.expires_at > ${now} and i.account_id is null))`

const invitedUntil = (now: Date) => sql<Date | null>`case when q.account_id is null then (
  select max(i.expires_at) from invitation i
  where i.person_id = q.id and i.expires_at > ${now} and i.account_id is null) end`

/** Left joins, because leavers of a deleted organisation are still listed. */
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

/** A unit, or a department with its unit. */
export interface OrgNode {
  id: string
  path: string
  isDepartment: boolean
  unitId: string
  name: string
}

/** Only in scope; a department also by its unit. */
export async function findOrgNode(db: Db, readerScope: Scope, id: string): Promise<OrgNode | undefined> {
  const isReached = inScope(readerScope, {
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

/** Members of a node, or of everything below it. Below the bureau is the whole district. */
export async function whereAtNode(db: Db, node: OrgNode, how: 'node' | 'below') {
  if (how === 'node')
    return node.isDepartment
      ? sql<boolean>`m.department_id = ${node.id}`
      : sql<boolean>`m.org_id = ${node.id} and m.department_id is null`
  const below = { ...emptyScope, [node.isDepartment ? 'departmentPaths' : 'orgPaths']: [node.path] }
  return whereInScope(await resolveScope(db, below))
}

interface ChangedSince {
  /** The time, and the first day that begins after it. */
  at: Date
  day: string
}

const whereChangedSince = ({ at, day: first }: ChangedSince, day: string) => sql<boolean>`m.id in (
  select id from membership where changed_at >= ${at}
  union all select c.id from v_staff_person p join membership c on c.person_id = p.id where p.changed_at >= ${at}
  union all select id from membership where begins_on >= ${first}::date and begins_on <= ${day}::date
  union all select id from membership where over_on >= ${first}::date and over_on <= ${day}::date)`

/**
 * All members of a node or scope, or the changes since a time, leavers included. The order is stable and changed rows
 * stay in the result: a reader of several pages may see a person twice during concurrent changes but misses nobody.
 */
export async function getChangedStaffPage(
  db: Db,
  scope: Scope,
  query: { node: OrgNode | null; since: ChangedSince | null },
  page: PageQuery,
  { day, now }: Moment,
) {
  const inScopeCondition = whereInScope(await resolveScope(db, scope))
  const node = query.node ? await whereAtNode(db, query.node, 'below') : sql`true`
  return readSqlPage<UserRow>(
    db,
    {
      columns: userColumns(day, now),
      from: sql`membership as m where ${inScopeCondition} and ${node}
        and ${query.since ? whereChangedSince(query.since, day) : sql`(m.over_on is null or m.over_on > ${day}::date)`}`,
      joined: { as: 'm', with: userJoins },
      orderBy: sql`m.id`,
    },
    page,
  )
}

/**
 * The time up to which an answer is complete. A change carries the start time of its transaction and becomes visible at
 * the commit, so this is the start of the oldest open transaction. Read-only transactions count too, because they
 * cannot be told apart. An active connection without a transaction is about to open one.
 */
export async function getCompleteUntil(db: Db): Promise<Date> {
  const { rows } = await sql<{ until: Date }>`
    select least(now(), min(coalesce(xact_start, query_start))) as until from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
      and (xact_start is not null or state = 'active')
  `.execute(db)
  return rows[0]!.until
}

/** The names from the root to a node. */
export async function listAncestorNames(db: Db, nodeId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select a.name from v_org n join v_org a on a.id = any(string_to_array(n.path::text, '.')::uuid[])
    where n.id = ${nodeId} order by nlevel(a.path)
  `.execute(db)
  return rows.map(({ name }) => name)
}

import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, toLikePattern, type Db } from '#packages/db'

/** A membership is in scope by its organisation, by its department, or as the caller's own. */
const isMembershipInScope = (scope: Scope) =>
  inScope(scope, {
    org: 'm.org_id',
    orgPath: 'o.path',
    department: 'm.department_id',
    departmentPath: 'd.path',
    owner: 'm.id',
  })
const isNodeInScope = (scope: Scope) =>
  inScope(scope, { org: 'o.id', orgPath: 'o.path', department: 'o.id', departmentPath: 'o.path' })
const memberships = sql`v_membership m join v_person p on p.id = m.person_id
  left join v_org o on o.id = m.org_id left join v_org d on d.id = m.department_id`

export interface AccessPersonRow {
  userId: string
  name: string
  orgName: string
  departmentName: string
  post: string
}

const personColumns = sql`
  m.id as "userId", p.name, coalesce(o.name, '') as "orgName", coalesce(d.name, '') as "departmentName", m.post`
const worksOn = (day: string) => sql<boolean>`m.valid @> ${day}::date and not m.is_suspended`

/** A person in scope who works today. */
export async function findAccessPerson(
  db: Db,
  scope: Scope,
  userId: string,
  day: string,
): Promise<AccessPersonRow | undefined> {
  const { rows } = await sql<AccessPersonRow>`
    select ${personColumns} from ${memberships} where m.id = ${userId} and ${worksOn(day)} and ${isMembershipInScope(scope)}
  `.execute(db)
  return rows[0]
}

interface AccessPersonQuery {
  keyword: string
  orgId: string | null
  direction?: 'below' | 'above' | undefined
  day: string
  limit: number
}
const selectOrgPath = (orgId: string) => sql`(select path from v_org where id = ${orgId})`
const isBelow = (orgId: string) => sql`coalesce(d.path, o.path) <@ ${selectOrgPath(orgId)}`
const isAbove = (orgId: string) => sql`o.path @> ${selectOrgPath(orgId)}`

/** People in scope who work on the day; optionally only of one organisation's subtree, or of its ancestors. */
export async function searchAccessPeople(
  db: Db,
  scope: Scope,
  { keyword, orgId, direction = 'below', day, limit }: AccessPersonQuery,
): Promise<AccessPersonRow[]> {
  const { rows } = await sql<AccessPersonRow>`
    select ${personColumns} from ${memberships}
    where ${isMembershipInScope(scope)} and ${worksOn(day)} and ${keyword === '' ? sql`true` : matchesName('p', keyword)}
      and ${orgId === null ? sql`true` : direction === 'below' ? isBelow(orgId) : isAbove(orgId)}
    order by p.pinyin collate "C", m.id limit ${limit}
  `.execute(db)
  return rows
}

export async function getOrgNamesById(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from v_org where id = any(${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** An organisation or department, with the name of its parent. */
export interface OrgNodeRow {
  id: string
  name: string
  path: string
  above: string
  isDepartment: boolean
}
const nodeColumns = sql`o.id, o.name, o.path::text as path, o.type = 'department' as "isDepartment",
  coalesce((select a.name from v_org a where a.id = o.parent_id), '') as above`

export async function findOrgNode(db: Db, scope: Scope, id: string): Promise<OrgNodeRow | undefined> {
  const { rows } = await sql<OrgNodeRow>`
    select ${nodeColumns} from v_org o where o.id = ${id} and ${isNodeInScope(scope)}
  `.execute(db)
  return rows[0]
}

/** Matches a part of the name; letters and digits also match pinyin and initials. */
function matchesName(thing: 'o' | 'p', keyword: string) {
  const of = (column: string) => sql.ref(`${thing}.${column}`)
  const name = sql<boolean>`${of('name')} like ${toLikePattern(keyword)}`
  const letters = keyword.toLowerCase().replaceAll(/[\s']/g, '')
  if (!/^[a-z0-9]+$/.test(letters)) return name
  const part = toLikePattern(letters)
  return sql<boolean>`(${name} or ${of('pinyin')} like ${part} or ${of('pinyin_initials')} like ${part})`
}

export async function searchOrgNodes(db: Db, scope: Scope, keyword: string, limit: number): Promise<OrgNodeRow[]> {
  const { rows } = await sql<OrgNodeRow>`
    select ${nodeColumns} from v_org o
    where ${isNodeInScope(scope)} and ${matchesName('o', keyword)} order by nlevel(o.path), o.sort, o.id limit ${limit}
  `.execute(db)
  return rows
}

export interface StaffRecordRow {
  id: string
  name: string
  post: string
  orgId: string
  orgName: string
  orgPath: string | null
  departmentId: string | null
  departmentName: string
  departmentPath: string | null
}
const staffColumns = sql`m.id, p.name, m.post, m.org_id as "orgId", coalesce(o.name, '') as "orgName", o.path::text as "orgPath",
  m.department_id as "departmentId", coalesce(d.name, '') as "departmentName", d.path::text as "departmentPath"`

export async function findStaffRecord(db: Db, scope: Scope, id: string): Promise<StaffRecordRow | undefined> {
  const { rows } = await sql<StaffRecordRow>`
    select ${staffColumns} from ${memberships} where m.id = ${id} and ${isMembershipInScope(scope)}
  `.execute(db)
  return rows[0]
}

/** People who work on the day. */
export async function searchStaffRecords(
  db: Db,
  scope: Scope,
  { keyword, day, limit }: { keyword: string; day: string; limit: number },
): Promise<StaffRecordRow[]> {
  const { rows } = await sql<StaffRecordRow>`
    select ${staffColumns} from ${memberships}
    where ${isMembershipInScope(scope)} and ${matchesName('p', keyword)} and m.valid @> ${day}::date
    order by p.pinyin collate "C", m.id limit ${limit}
  `.execute(db)
  return rows
}

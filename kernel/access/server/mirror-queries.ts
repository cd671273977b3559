import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, likePart, type Db } from '#packages/db'

/** A place is reached by its organisation, by its department, or because it is one's own. */
const placeWithin = (scope: Scope) =>
  inScope(scope, {
    org: 'm.org_id',
    orgPath: 'o.path',
    department: 'm.department_id',
    departmentPath: 'd.path',
    owner: 'm.id',
  })
const nodeWithin = (scope: Scope) =>
  inScope(scope, { org: 'o.id', orgPath: 'o.path', department: 'o.id', departmentPath: 'o.path' })
const places = sql`v_membership m join v_person p on p.id = m.person_id
  left join v_org o on o.id = m.org_id left join v_org d on d.id = m.department_id`

export interface PersonRow {
  userId: string
  name: string
  orgName: string
  departmentName: string
  post: string
}

const personColumns = sql`
  m.id as "userId", p.name, coalesce(o.name, '') as "orgName", coalesce(d.name, '') as "departmentName", m.post`
const worksOn = (day: string) => sql<boolean>`m.valid @> ${day}::date and not m.is_suspended`

/** Somebody who works today in a place within reach. */
export async function personWithin(db: Db, scope: Scope, userId: string, day: string): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`
    select ${personColumns} from ${places} where m.id = ${userId} and ${worksOn(day)} and ${placeWithin(scope)}
  `.execute(db)
  return rows[0]
}

interface Asked {
  keyword: string
  orgId: string | null
  side?: 'below' | 'above' | undefined
  day: string
  limit: number
}
const pathOf = (orgId: string) => sql`(select path from v_org where id = ${orgId})`
const isBelow = (orgId: string) => sql`coalesce(d.path, o.path) <@ ${pathOf(orgId)}`
const isAbove = (orgId: string) => sql`o.path @> ${pathOf(orgId)}`

/** Those who work there on the day, of one organisation and what stands below it, or above it, or of all within reach. */
export async function peopleNamed(
  db: Db,
  scope: Scope,
  { keyword, orgId, side = 'below', day, limit }: Asked,
): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select ${personColumns} from ${places}
    where ${placeWithin(scope)} and ${worksOn(day)} and ${keyword === '' ? sql`true` : isNamed('p', keyword)}
      and ${orgId === null ? sql`true` : side === 'below' ? isBelow(orgId) : isAbove(orgId)}
    order by p.pinyin collate "C", m.id limit ${limit}
  `.execute(db)
  return rows
}

export async function namesOfOrgs(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from v_org where id = any(${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** An organisation or a department, with the name of what stands above it. */
export interface NodeRow {
  id: string
  name: string
  path: string
  above: string
  isDepartment: boolean
}
const nodeColumns = sql`o.id, o.name, o.path::text as path, o.type = 'department' as "isDepartment",
  coalesce((select a.name from v_org a where a.id = o.parent_id), '') as above`

export async function nodeFacts(db: Db, scope: Scope, id: string): Promise<NodeRow | undefined> {
  const { rows } = await sql<NodeRow>`
    select ${nodeColumns} from v_org o where o.id = ${id} and ${nodeWithin(scope)}
  `.execute(db)
  return rows[0]
}

/** A part of the name; for letters and digits also a part of its pinyin or initials. */
function isNamed(thing: 'o' | 'p', keyword: string) {
  const of = (column: string) => sql.ref(`${thing}.${column}`)
  const name = sql<boolean>`${of('name')} like ${likePart(keyword)}`
  const letters = keyword.toLowerCase().replaceAll(/[\s']/g, '')
  if (!/^[a-z0-9]+$/.test(letters)) return name
  const part = likePart(letters)
  return sql<boolean>`(${name} or ${of('pinyin')} like ${part} or ${of('pinyin_initials')} like ${part})`
}

export async function nodesNamed(db: Db, scope: Scope, keyword: string, limit: number): Promise<NodeRow[]> {
  const { rows } = await sql<NodeRow>`
    select ${nodeColumns} from v_org o
    where ${nodeWithin(scope)} and ${isNamed('o', keyword)} order by nlevel(o.path), o.sort, o.id limit ${limit}
  `.execute(db)
  return rows
}

export interface StaffRow {
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

export async function staffFacts(db: Db, scope: Scope, id: string): Promise<StaffRow | undefined> {
  const { rows } = await sql<StaffRow>`
    select ${staffColumns} from ${places} where m.id = ${id} and ${placeWithin(scope)}
  `.execute(db)
  return rows[0]
}

/** Those who work there on the day. */
export async function staffNamed(
  db: Db,
  scope: Scope,
  { keyword, day, limit }: { keyword: string; day: string; limit: number },
): Promise<StaffRow[]> {
  const { rows } = await sql<StaffRow>`
    select ${staffColumns} from ${places}
    where ${placeWithin(scope)} and ${isNamed('p', keyword)} and m.valid @> ${day}::date
    order by p.pinyin collate "C", m.id limit ${limit}
  `.execute(db)
  return rows
}

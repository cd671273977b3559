import { sql } from 'kysely'
import type { PageQuery } from '#packages/contract'
import type { Scope } from '#packages/core'
import { inScope, readSqlPage, type Db } from '#packages/db'
import { isOurs, type GrantReader } from './grant-queries.ts'

const personInScope = (scope: Scope) =>
  inScope(scope, { org: 'm.org_id', orgPath: 'o.path', department: 'm.department_id', departmentPath: 'd.path' })
/** A role of the whole district is in scope only for those who decide for the district. */
const roleInScope = (scope: Scope) => inScope(scope, { org: 'r.org_id', orgPath: 'o.path' })

const comesOn = (day: string) => sql`case when g.begins_on > ${day}::date then g.begins_on end`
const isNotOver = (day: string) => sql`(g.over_on is null or g.over_on > ${day}::date)`

interface GrantedPerson {
  userId: string
  name: string
  orgName: string
  post: string
  from: string | null
  /** The last day. */
  to: string | null
  /** The first day while the grant has not begun. */
  comesOn: string | null
}

/** The active people in scope to whom an application is granted by name. */
export async function listPeopleGranted(db: Db, scope: Scope, key: string, day: string): Promise<GrantedPerson[]> {
  const { rows } = await sql<GrantedPerson>`
    select m.id as "userId", p.name, o.name as "orgName", m.post, g.begins_on as from, g.over_on - 1 as to,
      ${comesOn(day)} as "comesOn"
    from app_grant g
    join v_membership m on m.id = g.object_id
    join v_person p on p.id = m.person_id
    join v_org o on o.id = m.org_id
    left join v_org d on d.id = m.department_id
    where g.object_kind = 'person' and g.app_key = ${key} and ${isNotOver(day)}
      and m.valid @> ${day}::date and ${personInScope(scope)}
    order by o.path, p.name, m.id
  `.execute(db)
  return rows
}

/** A role or membership that has an application now or from a later day. */
export interface GrantedObject {
  id: string
  comesOn: string | null
}

/** The roles in scope that an application is granted to. */
export async function listRolesGranted(db: Db, scope: Scope, key: string, day: string): Promise<GrantedObject[]> {
  const { rows } = await sql<GrantedObject>`
    select r.id, ${comesOn(day)} as "comesOn" from app_grant g
    join v_role r on r.id = g.object_id
    left join v_org o on o.id = r.org_id
    where g.object_kind = 'role' and g.app_key = ${key} and ${isNotOver(day)} and ${roleInScope(scope)}
    order by r.org_id nulls first, r.title, r.id
  `.execute(db)
  return rows
}

interface ExpiringGrantRow {
  id: string
  key: string
  kind: 'org' | 'role' | 'person'
  objectId: string
  objectName: string
  /** The last day. */
  to: string
  isOver: boolean
}

const objects = sql`app_grant g
  left join v_org place on g.object_kind = 'org' and place.id = g.object_id
  left join v_role r on g.object_kind = 'role' and r.id = g.object_id
  left join v_membership m on g.object_kind = 'person' and m.id = g.object_id
  left join v_person p on p.id = m.person_id
  -- The organisation that decides: the one itself, the one whose role it is, the one where somebody works.
  left join v_org o on o.id = coalesce(place.id, r.org_id, m.org_id)`

const objectInScope = (scope: Scope) => inScope(scope, { org: 'o.id', orgPath: 'o.path' })
const objectName = sql`case g.object_kind
  when 'org' then place.name when 'role' then r.title else p.name || '（' || o.name || '）' end`
/** Grants of deleted objects are not listed. */
const objectExists = sql`coalesce(place.id, r.id, p.id) is not null`

const expiringInScope = (scope: Scope, day: string) => ({
  columns: sql`g.id, g.app_key as key, g.object_kind as kind, g.object_id as "objectId", ${objectName} as "objectName",
    g.over_on - 1 as to, g.over_on <= ${day}::date as "isOver"`,
  from: sql`${objects} where g.over_on <= ${day}::date + 31 and ${objectExists} and ${objectInScope(scope)}`,
  // Grants that end next first; then ended ones, the latest first.
  orderBy: sql`g.over_on <= ${day}::date, case when g.over_on > ${day}::date then g.over_on end, g.over_on desc, g.id`,
})

export const listExpiringGrantPage = (db: Db, scope: Scope, day: string, page: PageQuery) =>
  readSqlPage<ExpiringGrantRow>(db, expiringInScope(scope, day), page)

/** Those of these grants that are in scope, each with whether it was made within the scope. */
export async function listGrantsInScope(db: Db, reader: GrantReader, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; isOurs: boolean; beginsOn: string | null }>`
    select g.id, ${isOurs(reader)} as "isOurs", g.begins_on as "beginsOn" from ${objects}
    where g.id = any(${ids}::uuid[]) and not g.is_refused and ${objectExists} and ${objectInScope(reader.scope)}
  `.execute(db)
  return rows
}

/** Sets the last day of the grants; null means no end. */
export const updateGrantEnd = (db: Db, ids: readonly string[], to: string | null) =>
  sql`update app_grant set over_on = ${to}::date + 1, warned_at = null where id = any(${ids}::uuid[])`.execute(db)

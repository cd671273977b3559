import { sql, type RawBuilder } from 'kysely'
import { newId, type Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'

export type GrantKind = 'org' | 'role' | 'person'

/** One entry: an application granted to an organisation, a role or a membership, or refused to an organisation. */
export interface GrantRow {
  key: string
  kind: GrantKind
  objectId: string
  includesBelow: boolean
  isRefused: boolean
}

const columns = sql`g.app_key as key, g.object_kind as kind, g.object_id as "objectId",
  g.includes_below as "includesBelow", g.is_refused as "isRefused"`

/** SQL condition: the entry g is active on that day. */
export const isLive = (day: string) =>
  sql<boolean>`(g.begins_on is null or g.begins_on <= ${day}::date) and (g.over_on is null or g.over_on > ${day}::date)`

/** The active grants on that day for these organisations, roles and this membership. */
export async function listGrants(
  db: Db,
  { orgIds, roleIds, userId }: { orgIds: readonly string[]; roleIds: readonly string[]; userId: string | null },
  day: string,
): Promise<GrantRow[]> {
  const { rows } = await sql<GrantRow>`
    select ${columns} from app_grant g
    where ${isLive(day)} and (
      (g.object_kind = 'org' and g.object_id = any(${orgIds}::uuid[]))
      or (g.object_kind = 'role' and g.object_id = any(${roleIds}::uuid[]))
      or (g.object_kind = 'person' and g.object_id = ${userId}::uuid))
  `.execute(db)
  return rows
}

/** The active grants on that day for organisations, and refusals; of all or of these organisations. */
export async function listOrgGrants(
  db: Db,
  keys: readonly string[],
  day: string,
  orgIds: readonly string[] | null = null,
): Promise<GrantRow[]> {
  const { rows } = await sql<GrantRow>`
    select ${columns} from app_grant g
    where ${isLive(day)} and g.object_kind = 'org' and g.app_key = any(${keys}::text[])
      and (${orgIds}::uuid[] is null or g.object_id = any(${orgIds}::uuid[]))
  `.execute(db)
  return rows
}

/** A grant entry with what is needed to decide whether it may be changed. */
export interface GrantEntry extends GrantRow {
  /** Whether the entry is active today; one that begins later is not. */
  isLive: boolean
  /** Made by somebody in scope. Entries made above are not changed here. */
  isOurs: boolean
  beginsOn: string | null
  overOn: string | null
}

export interface GrantReader {
  scope: Scope
  userId: string
  day: string
}

/** SQL condition: the entry was made by somebody in scope. */
export const isOurs = ({ scope, userId }: GrantReader): RawBuilder<boolean> =>
  scope.district
    ? sql<boolean>`true`
    : sql<boolean>`(g.granted_by = ${userId}::uuid or exists (
        select from v_membership mg join v_org mine on mine.id = mg.org_id
        where mg.id = g.granted_by and ${inScope(scope, { org: 'mine.id', orgPath: 'mine.path' })})) is true`

/** Entries that have not ended, of these applications or of these objects. */
export async function listGrantEntries(
  db: Db,
  reader: GrantReader,
  filter: { kind: GrantKind; keys: readonly string[] } | { kind: GrantKind; objectIds: readonly string[] },
): Promise<GrantEntry[]> {
  const { rows } = await sql<GrantEntry>`
    select ${columns}, ${isLive(reader.day)} as "isLive", ${isOurs(reader)} as "isOurs",
      g.begins_on as "beginsOn", g.over_on as "overOn"
    from app_grant g
    where g.object_kind = ${filter.kind} and (g.over_on is null or g.over_on > ${reader.day}::date) and ${
      'keys' in filter
        ? sql`g.app_key = any(${filter.keys}::text[])`
        : sql`g.object_id = any(${filter.objectIds}::uuid[])`
    }
  `.execute(db)
  return rows
}

export interface NewGrantEntry {
  key: string
  kind: GrantKind
  objectId: string
  includesBelow: boolean
  isRefused: boolean
}

interface GrantTerms {
  from: string | null
  /** The last day. */
  to: string | null
  by: string | null
  now: Date
}

/** Writes these entries over existing ones in one statement. A refusal has no end date. */
export async function upsertGrantEntries(db: Db, entries: readonly NewGrantEntry[], { from, to, by, now }: GrantTerms) {
  if (entries.length === 0) return
  const wanted = JSON.stringify(entries.map((entry) => ({ id: newId(), ...entry })))
  await sql`
    insert into app_grant as g
      (id, app_key, object_kind, object_id, includes_below, is_refused, begins_on, over_on, granted_by, granted_at)
    select w.id, w.key, w.kind, w."objectId", w."includesBelow", w."isRefused",
      case when not w."isRefused" then ${from}::date end, case when not w."isRefused" then ${to}::date + 1 end,
      ${by}::uuid, ${now}
    from jsonb_to_recordset(${wanted}::jsonb)
      as w (id uuid, key text, kind text, "objectId" uuid, "includesBelow" boolean, "isRefused" boolean)
    -- The same order for everybody, so that two of them wait for each other and not in a circle.
    order by w.key, w."objectId"
    on conflict (district_id, app_key, object_kind, object_id) do update
      set includes_below = excluded.includes_below, is_refused = excluded.is_refused, begins_on = excluded.begins_on,
        over_on = excluded.over_on, granted_by = excluded.granted_by, granted_at = excluded.granted_at, warned_at = null
  `.execute(db)
}

export async function deleteGrantEntries(db: Db, entries: readonly Pick<NewGrantEntry, 'key' | 'kind' | 'objectId'>[]) {
  if (entries.length === 0) return
  await sql`
    delete from app_grant g
    using jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as w (key text, kind text, "objectId" uuid)
    where g.app_key = w.key and g.object_kind = w.kind and g.object_id = w."objectId"
  `.execute(db)
}

export interface OrgNode {
  id: string
  name: string
  path: string
}

const nodeColumns = sql`o.id, o.name, o.path::text as path`
const nodeInScope = (scope: Scope) => inScope(scope, { org: 'o.id', orgPath: 'o.path' })

/** Those of these organisations that are in scope; departments get no grants of their own. */
export async function listOrgNodes(db: Db, scope: Scope, ids: readonly string[]): Promise<OrgNode[]> {
  const { rows } = await sql<OrgNode>`
    select ${nodeColumns} from v_org o
    where o.id = any(${ids}::uuid[]) and o.type <> 'department' and ${nodeInScope(scope)}
  `.execute(db)
  return rows
}

/** The paths of these organisations, without a scope check. */
export async function listOrgPaths(db: Db, ids: readonly string[]): Promise<OrgNode[]> {
  const { rows } = await sql<OrgNode>`select ${nodeColumns} from v_org o where o.id = any(${ids}::uuid[])`.execute(db)
  return rows
}

/** All organisations in scope, for counting. */
export async function listAllOrgNodes(db: Db, scope: Scope): Promise<OrgNode[]> {
  const { rows } = await sql<OrgNode>`
    select ${nodeColumns} from v_org o where o.type <> 'department' and ${nodeInScope(scope)}
  `.execute(db)
  return rows
}

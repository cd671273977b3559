import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface DefinitionRow {
  id: string
  orgId: string | null
  subject: string
  version: number
  status: 'draft' | 'published' | 'disabled'
  rules: unknown
}

const columns = sql`d.id, d.org_id as "orgId", d.subject, d.version, d.status, d.rules`

export async function findDefinition(db: Db, id: string): Promise<DefinitionRow | undefined> {
  const { rows } = await sql<DefinitionRow>`select ${columns} from flow_definition d where d.id = ${id}`.execute(db)
  return rows[0]
}

/**
 * The published rules that apply at an organisation: those that the topmost organisation above demands, else those of
 * the organisation itself, else those of the nearest one above that shares them.
 */
export async function findDefinitionAt(db: Db, subject: string, orgId: string): Promise<DefinitionRow | undefined> {
  const { rows } = await sql<DefinitionRow>`
    select ${columns}
    from v_org here
    join v_org above on here.path <@ above.path
    join flow_definition d on d.org_id = above.id
    where here.id = ${orgId} and d.subject = ${subject} and d.status = 'published'
      and (d.org_id = here.id or d.inherit in ('must', 'may'))
    order by (d.inherit = 'must') desc,
      case when d.inherit = 'must' then nlevel(above.path) else -nlevel(above.path) end
    limit 1
  `.execute(db)
  return rows[0]
}

/** The newest version of the rules of an organisation, or (null) of those that the subject is shipped with. */
export async function findNewestDefinition(
  db: Db,
  subject: string,
  orgId: string | null,
): Promise<DefinitionRow | undefined> {
  const { rows } = await sql<DefinitionRow>`
    select ${columns} from flow_definition d
    where d.subject = ${subject} and d.org_id is not distinct from ${orgId}::uuid order by d.version desc limit 1
  `.execute(db)
  return rows[0]
}

/** Serialises new versions of one set of rules. */
export const lockDefinitions = (db: Db, subject: string, orgId: string | null) =>
  sql`select pg_advisory_xact_lock(hashtextextended(
    tenant.current_district() || ':flow:' || ${`${subject}:${orgId ?? ''}`}::text, 7))`.execute(db)

export interface NewDefinition extends DefinitionRow {
  inherit: 'must' | 'may' | 'own'
  createdBy: string | null
}

export const insertDefinition = (db: Db, { orgId, createdBy, rules, ...row }: NewDefinition, now: Date) =>
  db
    .insertInto('flow_definition')
    .values({
      ...row,
      org_id: orgId,
      rules: JSON.stringify(rules),
      created_by: createdBy,
      created_at: now,
      published_at: row.status === 'published' ? now : null,
    })
    .execute()

/** Disables what was published; running flows keep their version. */
export const disablePublished = (db: Db, subject: string, orgId: string | null) =>
  sql`
    update flow_definition set status = 'disabled'
    where subject = ${subject} and org_id is not distinct from ${orgId}::uuid and status = 'published'
  `.execute(db)

export const disableDefinitionsOf = (db: Db, orgId: string) =>
  sql`update flow_definition set status = 'disabled' where org_id = ${orgId} and status <> 'disabled'`.execute(db)

export const publishDraft = (db: Db, id: string, now: Date) =>
  sql`update flow_definition set status = 'published', published_at = ${now} where id = ${id} and status = 'draft'`.execute(
    db,
  )

/** The published rules of an organisation. */
export async function findPublishedDefinition(
  db: Db,
  subject: string,
  orgId: string,
): Promise<DefinitionRow | undefined> {
  const { rows } = await sql<DefinitionRow>`
    select ${columns} from flow_definition d
    where d.subject = ${subject} and d.org_id = ${orgId} and d.status = 'published'
  `.execute(db)
  return rows[0]
}

/** Published rules that name one of these members. */
export async function listDefinitionsNaming(db: Db, memberIds: readonly string[]) {
  const { rows } = await sql<{ id: string; subject: string; orgId: string | null; name: string; memberId: string }>`
    select distinct d.id, d.subject, d.org_id as "orgId", d.rules ->> 'name' as name, named.id as "memberId"
    from flow_definition d
    cross join lateral (
      select member #>> '{}' as id from jsonb_path_query(d.rules, '$.**.members[*]') as member) named
    where d.status = 'published' and named.id = any(${memberIds}::text[])
    order by d.subject, d.id
  `.execute(db)
  return rows
}

export async function listDefinitions(db: Db, ids: readonly string[]): Promise<DefinitionRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<DefinitionRow>`
    select ${columns} from flow_definition d where d.id = any(${ids}::uuid[])
  `.execute(db)
  return rows
}

export interface AppliedDefinition extends DefinitionRow {
  inherit: 'must' | 'may' | 'own'
  orgName: string
}

const isOfSubject = (subject: string | undefined) => (subject === undefined ? sql`true` : sql`d.subject = ${subject}`)

/** The published rules that apply at an organisation, by subject; or those of one subject. */
export async function listDefinitionsAt(db: Db, orgId: string, subject?: string): Promise<AppliedDefinition[]> {
  const { rows } = await sql<AppliedDefinition>`
    select distinct on (d.subject) ${columns}, d.inherit, above.name as "orgName"
    from v_org here
    join v_org above on here.path <@ above.path
    join flow_definition d on d.org_id = above.id
    where here.id = ${orgId} and d.status = 'published' and (d.org_id = here.id or d.inherit in ('must', 'may'))
      and ${isOfSubject(subject)}
    order by d.subject, (d.inherit = 'must') desc,
      case when d.inherit = 'must' then nlevel(above.path) else -nlevel(above.path) end
  `.execute(db)
  return rows
}

/** The drafts of an organisation that are newer than what it has published, by subject. */
export async function listDrafts(db: Db, orgId: string): Promise<DefinitionRow[]> {
  const { rows } = await sql<DefinitionRow>`
    select ${columns} from (
      select distinct on (subject) * from flow_definition where org_id = ${orgId} order by subject, version desc
    ) d where d.status = 'draft'
  `.execute(db)
  return rows
}

/** The requests on their way at an organisation and below it, by subject. */
export async function countRunningFlows(db: Db, orgId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ subject: string; count: number }>`
    select f.subject, count(*) from flow_instance f
    where f.status in ('running', 'returned') and f.org_id in (
      select below.id from v_org here join v_org below on below.path <@ here.path where here.id = ${orgId})
    group by f.subject
  `.execute(db)
  return new Map(rows.map(({ subject, count }) => [subject, count]))
}

export interface DefinitionVersion {
  id: string
  version: number
  status: DefinitionRow['status']
  by: string
  at: Date
  running: number
}

/** The versions of the rules of an organisation, newest first. */
export async function listVersions(db: Db, subject: string, orgId: string): Promise<DefinitionVersion[]> {
  const { rows } = await sql<DefinitionVersion>`
    select d.id, d.version, d.status, coalesce(p.name, '') as by, coalesce(d.published_at, d.created_at) as at,
      (select count(*) from flow_instance f
        where f.definition_id = d.id and f.status in ('running', 'returned')) as running
    from flow_definition d left join v_person p on p.id = d.created_by
    where d.subject = ${subject} and d.org_id = ${orgId} order by d.version desc limit 50
  `.execute(db)
  return rows
}

import { sql, type RawBuilder } from 'kysely'
import type { Page, PageQuery } from '#packages/contract'
import { emptyScope, type Scope } from '#packages/core'
import { inScope, readSqlPage, toLikePattern, type Db } from '#packages/db'
import type { OperationResult } from '../contract-operations.ts'
import { rowsOfLines } from './seal-queries.ts'

export interface LogPeriod {
  from: Date
  to: Date
}

export interface OperationFilter extends LogPeriod {
  result: OperationResult
  /** What the reader may see of the security events; without it no refused attempt is found. */
  eventScope?: Scope | undefined
  /** The titles that contain a word. Most rows have one of few titles, so that these are found by an index. */
  titles?: readonly string[] | undefined
  /** The rows of any of these people or objects. */
  named?: { personIds: readonly string[]; objectIds: readonly string[] } | undefined
  personId?: string | undefined
  objectId?: string | undefined
  orgId?: string | undefined
}

export interface OperationRecord {
  id: string
  at: Date
  title: string
  result: OperationResult
  personId: string
  personName: string
  orgId: string
  orgName: string
  address: string
  objectIds: string[]
}

const recordColumns = (result: OperationResult) => sql`
  l.id, l.at, l.title, ${result}::text as result, l.person_id as "personId", coalesce(p.name, '') as "personName",
  l.org_id as "orgId", coalesce(o.name, '') as "orgName", l.address,
  ${result === 'done' ? sql`l.object_ids` : sql`'{}'::uuid[]`} as "objectIds"`
const names = sql`left join v_person p on p.id = l.person_id left join v_org o on o.id = l.org_id`
const tableOf = (result: OperationResult) => sql.table(result === 'done' ? 'operation_log' : 'security_event')

/** Refused attempts are in the log of security events, which has no objects. */
function buildConditions(scope: Scope, filter: OperationFilter): RawBuilder<unknown>[] {
  const { from, to, personId, orgId, objectId, titles, named, result, eventScope = emptyScope } = filter
  const ofObjects = (ids: readonly string[]) =>
    result === 'done'
      ? sql`select at, id from operation_object
          where object_id = any(${ids}::uuid[]) and at >= ${from} and at < ${to}`
      : sql`select null::timestamptz, null::uuid where false`
  // Two searches by an index; `or` would read the whole period.
  const ofNamed = ({ personIds, objectIds }: NonNullable<typeof named>) => sql`(l.at, l.id) in (
    select at, id from ${tableOf(result)} where person_id = any(${personIds}::uuid[]) and at >= ${from} and at < ${to}
    union all ${ofObjects(objectIds)})`
  return [
    sql`l.at >= ${from} and l.at < ${to}`,
    inScope(scope, { org: 'l.org_id' }),
    ...(result === 'refused' ? [inScope(eventScope, { org: 'l.org_id' })] : []),
    ...(personId ? [sql`l.person_id = ${personId}`] : []),
    ...(orgId ? [sql`l.org_id = ${orgId}`] : []),
    ...(objectId ? [sql`(l.at, l.id) in (${ofObjects([objectId])})`] : []),
    ...(titles ? [sql`l.title = any(${titles}::text[])`] : []),
    ...(named
      ? [named.objectIds.length === 0 ? sql`l.person_id = any(${named.personIds}::uuid[])` : ofNamed(named)]
      : []),
  ]
}

/** The operations of a list as a part of SQL, for the list and its export. */
export const selectOperations = (readerScope: Scope, filter: OperationFilter) => ({
  columns: recordColumns(filter.result),
  from: sql`${tableOf(filter.result)} as l where ${sql.join(buildConditions(readerScope, filter), sql` and `)}`,
  joined: names,
})

/** The operations of people who acted in the scope, newest first. */
export const listOperationPage = (
  db: Db,
  scope: Scope,
  filter: OperationFilter,
  page: PageQuery,
): Promise<Page<OperationRecord>> => {
  const { columns, from, joined } = selectOperations(scope, filter)
  const orderBy = sql`l.at desc, l.id desc`
  return readSqlPage<OperationRecord>(db, { columns, from, joined: { as: 'l', with: joined }, orderBy }, page)
}

/**
 * The different titles of these months that contain a word. Each is found by one step in the index, however many rows
 * have it; whole months, because the partitions are months and inside of one the rows of a title lie together.
 */
export async function listTitles(db: Db, result: OperationResult, { from, to }: LogPeriod, part: string) {
  const next = (after: RawBuilder<unknown>) => sql`
    select title from ${tableOf(result)}
    where at >= date_trunc('month', ${from}::timestamptz)
      and at < date_trunc('month', ${to}::timestamptz) + interval '1 month' and ${after}
    order by title limit 1`
  const { rows } = await sql<{ title: string }>`
    with recursive found as (
      (${next(sql`true`)})
      union all
      select (${next(sql`title > found.title`)}) as title from found where found.title is not null
    )
    select title from found where title like ${toLikePattern(part)}`.execute(db)
  return rows.map(({ title }) => title)
}

export interface ArchivedFilter extends LogPeriod {
  keyword: string
  /** The people or objects with this name; then it is no part of a text. */
  personIds: readonly string[]
  objectIds: readonly string[]
}

/** The operations among rows of an archive file that the scope covers, newest first. */
export async function listArchivedOperations(
  db: Db,
  scope: Scope,
  lines: readonly string[],
  { from, to, keyword, personIds, objectIds }: ArchivedFilter,
  limit: number,
): Promise<FullOperation[]> {
  const isNamed = personIds.length + objectIds.length > 0
  const wanted = isNamed
    ? sql`(l.person_id = any(${personIds}::uuid[]) or l.object_ids && ${objectIds}::uuid[])`
    : sql`l.title like ${toLikePattern(keyword)}`
  const { rows } = await sql<FullOperation>`
    select ${recordColumns('done')}, l.route, l.session_id as "sessionId", l.request_id as "requestId",
      coalesce(h.name, '') as "homeOrgName", 1 as count
    from ${rowsOfLines('operation_log', lines)} l ${names} left join v_org h on h.id = l.home_org_id
    where l.district_id = tenant.current_district() and l.at >= ${from} and l.at < ${to}
      and ${inScope(scope, { org: 'l.org_id' })} and ${wanted}
    order by l.at desc, l.id desc limit ${limit}`.execute(db)
  return rows
}

export interface ArchivedSignIn {
  id: string
  at: Date
  way: string
  outcome: string
  personId: string | null
  personName: string
  orgId: string | null
  orgName: string
  address: string
  agent: string
  sessionId: string | null
  requestId: string
}

/** The sign-ins among rows of an archive file that the scope covers, newest first. */
export async function listArchivedSignIns(
  db: Db,
  scope: Scope,
  lines: readonly string[],
  { from, to, keyword, personIds }: ArchivedFilter,
  limit: number,
): Promise<ArchivedSignIn[]> {
  const { rows } = await sql<ArchivedSignIn>`
    select l.id, l.at, l.sign_in_method as way, l.outcome, l.person_id as "personId", coalesce(p.name, '') as "personName",
      l.org_id as "orgId", coalesce(o.name, '') as "orgName", l.address, l.agent, l.session_id as "sessionId",
      l.request_id as "requestId"
    from ${rowsOfLines('login_log', lines)} l ${names}
    where l.district_id = tenant.current_district() and l.at >= ${from} and l.at < ${to}
      and ${inScope(scope, { org: 'l.org_id' })}
      and (l.person_id = any(${personIds}::uuid[]) or l.address like ${toLikePattern(keyword)})
    order by l.at desc, l.id desc limit ${limit}`.execute(db)
  return rows
}

/** What these requests changed. */
export async function listChangesOfRequests(
  db: Db,
  requests: readonly { requestId: string; at: Date }[],
): Promise<StoredFieldChange[]> {
  const { rows } = await sql<StoredFieldChange>`
    select ${changeColumns} from entity_change c left join v_person p on p.id = c.person_id
    where c.at = any(${requests.map(({ at }) => at)}::timestamptz[])
      and c.request_id = any(${requests.map(({ requestId }) => requestId)}::uuid[])
    order by c.id limit ${changesAtMost}`.execute(db)
  return rows
}

export interface FullOperation extends OperationRecord {
  route: string
  homeOrgName: string
  sessionId: string | null
  requestId: string
  count: number
}

/** One operation of the scope, or a refused attempt that both scopes cover. The period limits the search to few rows. */
export async function findOperation(
  db: Db,
  scope: Scope,
  id: string,
  period: LogPeriod,
  eventScope: Scope = emptyScope,
): Promise<FullOperation | undefined> {
  for (const result of ['done', 'refused'] as const) {
    const own =
      result === 'done'
        ? sql`coalesce(h.name, '') as "homeOrgName", 1 as count`
        : sql`'' as "homeOrgName", l.count as count`
    const home = result === 'done' ? sql`left join v_org h on h.id = l.home_org_id` : sql``
    const { rows } = await sql<FullOperation>`
      select ${recordColumns(result)}, l.route, l.session_id as "sessionId", l.request_id as "requestId", ${own}
      from ${tableOf(result)} l ${names} ${home}
      where l.id = ${id} and l.at >= ${period.from} and l.at < ${period.to} and ${inScope(scope, { org: 'l.org_id' })}
        and ${result === 'done' ? sql`true` : inScope(eventScope, { org: 'l.org_id' })}
    `.execute(db)
    if (rows[0]) return rows[0]
  }
  return undefined
}

/** The people of the district with exactly this name. */
export const listPersonIdsByName = async (db: Db, name: string) =>
  (await sql<{ id: string }>`select id from v_person where name = ${name} limit 50`.execute(db)).rows.map(
    ({ id }) => id,
  )

export interface StoredFieldChange {
  id: string
  at: Date
  entity: string
  rowId: string
  field: string
  before: unknown
  after: unknown
  requestId: string | null
  personName: string
}
const changeColumns = sql`c.id, c.at, c.entity, c.row_id as "rowId", c.field, c.before, c.after, c.request_id as "requestId",
  coalesce(p.name, '') as "personName"`

const changesAtMost = 500

/** What one request changed. The rows of a request have its time. */
export async function listChangesOfRequest(db: Db, requestId: string, at: Date): Promise<StoredFieldChange[]> {
  const { rows } = await sql<StoredFieldChange>`
    select ${changeColumns} from entity_change c left join v_person p on p.id = c.person_id
    where c.at = ${at} and c.request_id = ${requestId} order by c.id limit ${changesAtMost}
  `.execute(db)
  return rows
}

interface HistoryKey {
  /** The request, or the change where its request is unknown. */
  id: string
  at: Date
}

/** A list counts no further, so of an object with more entries only the newest are read. */
const historyAtMost = 10_001

/**
 * The requests that changed an object or had it as their object, as a part of SQL. A request of somewhere else that only
 * named the object is none of its history; the bureau's are.
 */
export const selectHistoryKeys = (readerScope: Scope, entities: readonly string[], rowId: string) => sql`(
  select c.id, c.at from (
    select coalesce(request_id, id) as id, at from entity_change
    where entity = any(${entities}::text[]) and row_id = ${rowId} order by at desc limit ${historyAtMost}) as c
  union
  select l.request_id as id, l.at
  from (select at, id from operation_object where object_id = ${rowId} order by at desc limit ${historyAtMost}) as b
  -- One row by its key each: a join would read all months when it expects many.
  cross join lateral (select request_id, at, org_id from operation_log where at = b.at and id = b.id limit 1) as l
  where (${inScope(readerScope, { org: 'l.org_id' })} or l.org_id in (select id from v_org where parent_id is null))
) as h`

/** The same, newest first. */
export const listHistoryKeys = (
  db: Db,
  readerScope: Scope,
  entities: readonly string[],
  rowId: string,
  page: PageQuery,
): Promise<Page<HistoryKey>> =>
  readSqlPage<HistoryKey>(
    db,
    {
      columns: sql`h.id, h.at`,
      from: selectHistoryKeys(readerScope, entities, rowId),
      orderBy: sql`h.at desc, h.id desc`,
    },
    page,
  )

/** The time of the last operation whose row is in the archive. */
export async function findLastArchivedOperation(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(last_at) as at from log_archive where log = 'operation_log'`.execute(db)
  return rows[0]!.at
}

/** The changes of one object by these requests. */
export async function listChangesOfObject(
  db: Db,
  entities: readonly string[],
  rowId: string,
  keys: readonly HistoryKey[],
) {
  const { rows } = await sql<StoredFieldChange>`
    select ${changeColumns} from entity_change c left join v_person p on p.id = c.person_id
    where c.entity = any(${entities}::text[]) and c.row_id = ${rowId} and c.at = any(${keys.map(({ at }) => at)}::timestamptz[])
    order by c.id limit ${changesAtMost}
  `.execute(db)
  return rows
}

/** The operations of these requests: their titles and people. */
export async function listOperationsOfRequests(db: Db, keys: readonly HistoryKey[]) {
  const { rows } = await sql<{ requestId: string; title: string; personName: string; orgName: string }>`
    select l.request_id as "requestId", l.title, coalesce(p.name, '') as "personName", coalesce(o.name, '') as "orgName"
    from operation_log l ${names}
    where l.at = any(${keys.map(({ at }) => at)}::timestamptz[]) and l.request_id = any(${keys.map(({ id }) => id)}::uuid[])
  `.execute(db)
  return rows
}

export interface TracedRecord {
  id: string
  log: 'operation' | 'login' | 'identity' | 'reveal' | 'download' | 'refusal'
  at: Date
  /** A title, or the kind that the service turns into words. */
  title: string
  personName: string
}

/** What the reader may see of the other logs; one without a scope is left out. */
export type TraceScopes = Partial<Record<Exclude<TracedRecord['log'], 'operation'>, Scope>>

/** The operations of one request in the scope, and its rows in other logs, each in its own. The period limits the search. */
export async function listRowsOfRequest(
  db: Db,
  scope: Scope,
  requestId: string,
  { from, to }: LogPeriod,
  others: TraceScopes = {},
): Promise<TracedRecord[]> {
  const part = (log: TracedRecord['log'], table: string, title: RawBuilder<unknown>) => sql`
    select l.id, ${log}::text as log, l.at, ${title} as title, coalesce(p.name, '') as "personName"
    from ${sql.table(table)} l left join v_person p on p.id = l.person_id
    where l.at >= ${from} and l.at < ${to} and l.request_id = ${requestId}
      and ${inScope((log === 'operation' ? scope : others[log]) ?? emptyScope, { org: 'l.org_id' })}`
  const { rows } = await sql<TracedRecord>`
    ${part('operation', 'operation_log', sql`l.title`)}
    union all ${part('login', 'login_log', sql`l.sign_in_method`)}
    union all ${part('identity', 'identity_log', sql`l.kind`)}
    union all ${part('reveal', 'reveal_log', sql`l.field`)}
    union all ${part('download', 'download_log', sql`l.kind`)}
    union all ${part('refusal', 'security_event', sql`l.title`)}
    order by at, id limit 200
  `.execute(db)
  return rows
}

import { sql, type RawBuilder } from 'kysely'
import type { DayRange, Page, PageQuery } from '#packages/contract'
import { isWithinDays, toLikePattern, readSqlPage, type Db } from '#packages/db'
import type { MessageKind } from '../contract.ts'
import { getIdTime } from './message-ids.ts'

export interface MessageRow {
  id: string
  kind: MessageKind
  title: string
  body: string
  url: string
  orgId: string | null
  orgName: string
  isUrgent: boolean
  dueAt: Date | null
  at: Date
  readAt: Date | null
  doneAt: Date | null
}

const columns = sql`
  m.id, m.kind, b.title, b.body, b.url, m.org_id as "orgId", coalesce(o.name, '') as "orgName",
  b.is_urgent as "isUrgent", b.due_at as "dueAt", m.at, m.read_at as "readAt", m.done_at as "doneAt"`
const joinBatch = sql`join message_batch b on b.at = m.at and b.id = m.batch_id`

/** Unread messages still need attention; a done to-do does not. */
const isUnread = sql<boolean>`m.read_at is null and m.done_at is null`

export interface MessageFilter extends DayRange {
  kind?: MessageKind | undefined
  state: 'all' | 'unread' | 'open'
  keyword: string
  sort?: 'due' | undefined
}

function buildCondition(personId: string, filter: MessageFilter) {
  const like = toLikePattern(filter.keyword)
  const conditions: RawBuilder<unknown>[] = [sql`m.person_id = ${personId} and m.removed_at is null`]
  if (filter.kind) conditions.push(sql`m.kind = ${filter.kind}`)
  if (filter.state === 'unread') conditions.push(isUnread)
  if (filter.state === 'open') conditions.push(sql`m.kind = 'todo' and m.done_at is null`)
  if (filter.from || filter.to) conditions.push(isWithinDays('m.at', filter))
  if (filter.keyword) conditions.push(sql`(b.title ilike ${like} or b.body ilike ${like})`)
  return sql.join(conditions, sql` and `)
}

/** The person's own messages, newest first or by due date. */
export function listMessagePage(
  db: Db,
  personId: string,
  filter: MessageFilter,
  page: PageQuery,
): Promise<Page<MessageRow>> {
  const where = buildCondition(personId, filter)
  const unit = sql`left join v_org o on o.id = m.org_id`
  const newest = sql`m.at desc, m.id desc`
  // The batch is joined only for a keyword search or for sorting by due date.
  const list =
    filter.sort === 'due'
      ? { from: sql`message m ${joinBatch} ${unit} where ${where}`, orderBy: sql`b.due_at nulls last, ${newest}` }
      : {
          from: sql`message m ${filter.keyword ? joinBatch : sql``} where ${where}`,
          joined: { as: 'm', with: sql`${joinBatch} ${unit}` },
          orderBy: newest,
        }
  return readSqlPage<MessageRow>(db, { columns, ...list }, page)
}

/** The number of overdue to-dos among the filtered messages. */
export async function countOverdueTodos(db: Db, personId: string, filter: MessageFilter, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from message m ${joinBatch}
    where ${buildCondition(personId, filter)} and m.done_at is null and b.due_at < ${now}
  `.execute(db)
  return rows[0]!.count
}

/** A message of this person. */
export async function findMessage(db: Db, personId: string, id: string): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`
    select ${columns} from message m ${joinBatch} left join v_org o on o.id = m.org_id
    where m.at = ${getIdTime(id)} and m.id = ${id} and m.person_id = ${personId} and m.removed_at is null
  `.execute(db)
  return rows[0]
}

const isOneOf = (personId: string, ids: readonly string[]) => sql`
  m.at = any(${ids.map(getIdTime)}::timestamptz[]) and m.id = any(${ids}::uuid[]) and m.person_id = ${personId}`

/** How many of these belong to this person and are not removed. */
export async function countOwnMessages(db: Db, personId: string, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from message m where ${isOneOf(personId, ids)} and m.removed_at is null
  `.execute(db)
  return rows[0]!.count
}

export const setMessagesRead = (db: Db, personId: string, ids: readonly string[], now: Date) =>
  sql`update message m set read_at = ${now} where ${isOneOf(personId, ids)} and m.read_at is null`.execute(db)

export const setAllMessagesRead = (db: Db, personId: string, kind: MessageKind | undefined, now: Date) =>
  sql`
    update message m set read_at = ${now}
    where m.person_id = ${personId} and m.removed_at is null and ${isUnread} ${kind ? sql`and m.kind = ${kind}` : sql``}
  `.execute(db)

/** Removes the person's copies except open to-dos, and returns the count. */
export async function removeOwnMessages(db: Db, personId: string, ids: readonly string[], now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update message m set removed_at = ${now}
    where ${isOneOf(personId, ids)} and m.removed_at is null and (m.kind <> 'todo' or m.done_at is not null)
  `.execute(db)
  return Number(numAffectedRows)
}

const daysCounted = 90

export interface WaitingCounts {
  personId: string
  unread: number
  todo: number
}

/** The counts of these people in one query; people without any are missing. */
export async function countWaiting(db: Db, personIds: readonly string[], now: Date): Promise<WaitingCounts[]> {
  const since = new Date(now.getTime() - daysCounted * 24 * 3600_000)
  const { rows } = await sql<WaitingCounts>`
    select person_id as "personId",
      count(*) filter (where read_at is null and at > ${since}) as unread, count(*) filter (where kind = 'todo') as todo
    from message
    where person_id = any(${personIds}::uuid[]) and removed_at is null and done_at is null
      and (read_at is null or kind = 'todo')
    group by person_id
  `.execute(db)
  return rows
}

/** The number of open to-dos by the page that they lead to. */
export async function countTodosByPage(db: Db, personId: string): Promise<{ url: string; count: number }[]> {
  const { rows } = await sql<{ url: string; count: number }>`
    select split_part(b.url, '?', 1) as url, count(*) as count from message m ${joinBatch}
    where m.person_id = ${personId} and m.removed_at is null and m.kind = 'todo' and m.done_at is null and b.url <> ''
    group by 1
  `.execute(db)
  return rows
}

import { sql, type RawBuilder } from 'kysely'
import type { Page, PageQuery } from '#packages/contract'
import type { Scope } from '#packages/core'
import { inScope, toLikePattern, readSqlPage, type Db } from '#packages/db'
import type { SecurityEventKind } from '../contract.ts'

export interface SecurityEventEntry {
  id: string
  at: Date
  kind: SecurityEventKind
  account_id: string
  person_id: string
  user_id: string
  org_id: string
  session_id: string
  address: string
  route: string
  title: string
  count: number
  request_id: string
}
export const insertSecurityEvents = (db: Db, rows: readonly SecurityEventEntry[]) =>
  db.insertInto('security_event').values(rows).execute()

export interface SecurityEventFilter {
  kind?: SecurityEventKind | undefined
  keyword: string
  from: Date
  to: Date
}

export interface SecurityEventListItem extends Pick<
  SecurityEventEntry,
  'id' | 'at' | 'kind' | 'title' | 'count' | 'address'
> {
  person: string
  orgName: string
  sessionId: string
}

/** The refusals of people in scope, newest first. */
export function readSecurityEventPage(
  db: Db,
  scope: Scope,
  { kind, keyword, from, to }: SecurityEventFilter,
  page: PageQuery,
): Promise<Page<SecurityEventListItem>> {
  const like = toLikePattern(keyword)
  const conditions: RawBuilder<unknown>[] = [sql`e.at >= ${from} and e.at < ${to}`, inScope(scope, { org: 'e.org_id' })]
  if (kind) conditions.push(sql`e.kind = ${kind}`)
  if (keyword) conditions.push(sql`(p.name ilike ${like} or e.title ilike ${like} or e.address like ${like})`)
  const names = sql`left join v_person p on p.id = e.person_id left join v_org o on o.id = e.org_id`
  return readSqlPage<SecurityEventListItem>(
    db,
    {
      columns: sql`e.id, e.at, e.kind, e.title, e.count, e.address, e.session_id as "sessionId",
        coalesce(p.name, '') as person, coalesce(o.name, '') as "orgName"`,
      from: sql`security_event e ${keyword ? names : sql``} where ${sql.join(conditions, sql` and `)}`,
      joined: { as: 'e', with: names },
      orderBy: sql`e.at desc, e.id desc`,
    },
    page,
  )
}

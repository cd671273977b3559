import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Scope } from '#packages/core'
import type { ChangedDays } from '#packages/crud'
import { inScope, toLikePattern, type Db } from '#packages/db'

interface Days {
  from: string
  to: string
}

export interface UsageSum {
  /** Of a day, or of an application in an organisation; the others are null. */
  day: string | null
  appKey: string | null
  orgId: string | null
  opens: number
}

/** The openings by day, and by application and organisation, in one reading of the index. */
export async function sumUsage(db: Db, scope: Scope, { from, to }: Days): Promise<UsageSum[]> {
  const { rows } = await sql<UsageSum>`
    select to_char(u.day, 'YYYY-MM-DD') as day, u.app_key as "appKey", u.org_id as "orgId", sum(u.opens)::int as opens
    from v_app_usage_day u
    where u.day between ${from}::date and ${to}::date and ${inScope(scope, { org: 'u.org_id' })}
    group by grouping sets ((u.day), (u.app_key, u.org_id))
  `.execute(db)
  return rows
}

export async function countOpens(db: Db, scope: Scope, { from, to }: Days): Promise<number> {
  const { rows } = await sql<{ opens: number }>`
    select coalesce(sum(u.opens), 0)::int as opens from v_app_usage_day u
    where u.day between ${from}::date and ${to}::date and ${inScope(scope, { org: 'u.org_id' })}
  `.execute(db)
  return rows[0]!.opens
}

interface UserFilter {
  since?: string | undefined
  keyword?: string
  appKey?: string | undefined
  org?: string | undefined
}

/** The conditions that the days and the users of a list share; both have the alias u. */
const isListed = (scope: Scope, { keyword = '', appKey, org }: UserFilter): RawBuilder<SqlBool> => {
  const conditions: RawBuilder<SqlBool>[] = [
    inScope(scope, { org: 'u.org_id' }),
    ...(appKey ? [sql<SqlBool>`u.app_key = ${appKey}`] : []),
    ...(org ? [sql<SqlBool>`u.org_id = ${org}::uuid`] : []),
    ...(keyword
      ? [sql<SqlBool>`exists (select from v_org o where o.id = u.org_id and o.name ilike ${toLikePattern(keyword)})`]
      : []),
  ]
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** Everybody who opened an application since a day, once each. */
export async function countAppUsers(db: Db, scope: Scope, filter: UserFilter): Promise<number> {
  const { rows } = await sql<{ users: number }>`
    select count(distinct u.user_id)::int as users from v_app_user u
    where ${isListed(scope, filter)} and u.used_on >= coalesce(${filter.since ?? null}::date, '-infinity')
  `.execute(db)
  return rows[0]!.users
}

/** The sums of the rows that the list has for these filters. */
export async function sumUsageRows(
  db: Db,
  scope: Scope,
  { from, to, ...filter }: UserFilter & { from?: string | undefined; to?: string | undefined },
) {
  const { rows } = await sql<{ opens: number; schools: number; applications: number }>`
    select coalesce(sum(opens), 0)::int as opens, count(distinct org_id)::int as schools,
      count(distinct app_key)::int as applications
    from (
      select u.org_id, u.app_key, sum(u.opens) as opens from v_app_usage_day u
      where ${isListed(scope, filter)} and u.day >= coalesce(${from ?? null}::date, '-infinity')
        and u.day <= coalesce(${to ?? null}::date, 'infinity')
      group by u.org_id, u.app_key
    ) as each
  `.execute(db)
  return rows[0]!
}

/**
 * The applications that somebody in the scope ever opened. The index gives one application after the other, so that the
 * openings of everybody are not read.
 */
export async function listUsedAppKeys(db: Db, scope: Scope): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    with recursive app (key) as (
      select min(app_key) from v_app_user
      union all
      select (select min(u.app_key) from v_app_user u where u.app_key > app.key) from app where app.key is not null
    )
    select key from app
    where key is not null and exists (
      select from v_app_user u where u.app_key = app.key and ${inScope(scope, { org: 'u.org_id' })}
    )
  `.execute(db)
  return rows.map(({ key }) => key)
}

export interface UsageOfDay {
  opens: number
  users: number
  applications: number
}

/** The organisations whose use was added to since a moment, and the days. */
export async function listUsageDays(db: Db, since: Date): Promise<ChangedDays[]> {
  const { rows } = await sql<ChangedDays>`
    select org_id as "orgId", array_agg(distinct day::text) as days from v_app_usage_day where updated_at >= ${since} group by 1
  `.execute(db)
  return rows
}

/** The day of one organisation, without those below it. */
export async function readUsageOfDay(db: Db, orgId: string, day: string): Promise<UsageOfDay> {
  const { rows } = await sql<UsageOfDay>`
    select coalesce(sum(u.opens), 0)::int as opens, coalesce(sum(u.users), 0)::int as users,
      count(*)::int as applications
    from v_app_usage_day u where u.org_id = ${orgId}::uuid and u.day = ${day}::date
  `.execute(db)
  return rows[0]!
}

import { sql } from 'kysely'
import type { Db } from '#packages/db'

interface NewAppToken {
  hash: Buffer
  appKey: string
  secretId: string
  expiresAt: Date
}

export const insertToken = (db: Db, { hash, appKey, secretId, expiresAt }: NewAppToken, now: Date) =>
  db
    .insertInto('app_token')
    .values({ token_hash: hash, app_key: appKey, secret_id: secretId, issued_at: now, expires_at: expiresAt })
    .execute()

interface TokenOwner {
  key: string
  name: string
  status: number
  isBarred: boolean
  ips: string[]
  orgPath: string
  /** When the token ends, or its secret. */
  until: Date
}

/** The application of a token that is valid now, whose secret is valid too. */
export async function findTokenOwner(db: Db, hash: Buffer, now: Date): Promise<TokenOwner | undefined> {
  const { rows } = await sql<TokenOwner>`
    select a.key, a.name, a.status, a.is_barred as "isBarred", a.ips, coalesce(o.path::text, '') as "orgPath",
      least(t.expires_at, s.expires_at) as until
    from app_token t join app_secret s on s.id = t.secret_id join application a on a.key = t.app_key
      left join v_org o on o.id = a.manage_org_id
    where t.token_hash = ${hash} and t.expires_at > ${now} and s.state <> 'void'
      and (s.expires_at is null or s.expires_at > ${now})
  `.execute(db)
  return rows[0]
}

export const deleteExpiredTokens = (db: Db, now: Date) =>
  db.deleteFrom('app_token').where('expires_at', '<=', now).execute()

export interface DayQuota {
  appKey: string
  day: string
  dayCalls: number
  reason: string
  by: string
}

export const storeDayQuota = (db: Db, { appKey, day, dayCalls, reason, by }: DayQuota, now: Date) =>
  sql`
    insert into app_day_quota (app_key, day, day_calls, reason, raised_by, raised_at)
    values (${appKey}, ${day}::date, ${dayCalls}, ${reason}, ${by}, ${now})
    on conflict (district_id, app_key, day) do update set day_calls = excluded.day_calls, reason = excluded.reason,
      raised_by = excluded.raised_by, raised_at = excluded.raised_at
  `.execute(db)

/** The raised limit of a day; 0 if nobody raised it. */
export async function findDayQuota(db: Db, appKey: string, day: string): Promise<number> {
  const { rows } = await sql<{ dayCalls: number }>`
    select day_calls as "dayCalls" from app_day_quota where app_key = ${appKey} and day = ${day}::date
  `.execute(db)
  return rows[0]?.dayCalls ?? 0
}

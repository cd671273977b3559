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

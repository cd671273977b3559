import { sql } from 'kysely'
import type { Db } from '#packages/db'

interface NewSecret {
  id: string
  appKey: string
  hash: Buffer
  signingKey: Buffer
  by: string
}

export const insertSecret = (db: Db, { id, appKey, hash, signingKey, by }: NewSecret, now: Date) =>
  db
    .insertInto('app_secret')
    .values({
      id,
      app_key: appKey,
      secret_hash: hash,
      signing_key: signingKey,
      state: 'active',
      created_at: now,
      created_by: by,
    })
    .execute()

/** Changes of an application's secrets wait for each other. */
export const lockSecrets = (db: Db, appKey: string) =>
  db.selectFrom('application').select('key').where('key', '=', appKey).forUpdate().execute()

/** The key of a void secret is deleted: nobody can sign with it any more. */
const voided = (now: Date) => ({
  state: 'void' as const,
  signing_key: null,
  expires_at: sql<Date>`least(expires_at, ${now})`,
})

export const voidGraceSecret = (db: Db, appKey: string, now: Date) =>
  db.updateTable('app_secret').set(voided(now)).where('app_key', '=', appKey).where('state', '=', 'grace').execute()

export const voidAllSecrets = (db: Db, appKey: string, now: Date) =>
  db.updateTable('app_secret').set(voided(now)).where('app_key', '=', appKey).where('state', '<>', 'void').execute()

export async function voidSecret(db: Db, appKey: string, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('app_secret')
    .set(voided(now))
    .where('app_key', '=', appKey)
    .where('id', '=', id)
    .where('state', '<>', 'void')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export const startGrace = (db: Db, appKey: string, until: Date) =>
  db
    .updateTable('app_secret')
    .set({ state: 'grace', expires_at: until })
    .where('app_key', '=', appKey)
    .where('state', '=', 'active')
    .execute()

/** Those whose grace period is over become void. */
export const voidExpiredSecrets = (db: Db, now: Date) =>
  db.updateTable('app_secret').set(voided(now)).where('state', '=', 'grace').where('expires_at', '<=', now).execute()

interface SecretRow {
  id: string
  state: 'active' | 'grace' | 'void'
  createdAt: Date
  createdBy: string
  expiresAt: Date | null
  lastUsedAt: Date | null
  canSign: boolean
}

/** The secrets of an application, newest first; a grace period that is over counts at once. */
export async function listSecretRows(db: Db, appKey: string, now: Date): Promise<SecretRow[]> {
  const { rows } = await sql<SecretRow>`
    select s.id, case when s.expires_at <= ${now} then 'void' else s.state end as state, s.created_at as "createdAt",
      coalesce(p.name, '') as "createdBy", s.expires_at as "expiresAt", s.last_used_at as "lastUsedAt",
      s.signing_key is not null as "canSign"
    from app_secret s left join v_person p on p.id = s.created_by
    where s.app_key = ${appKey}
    order by s.created_at desc, s.id desc
    limit 50
  `.execute(db)
  return rows
}

/** The secrets that can sign now: one or two. */
export const listSigningKeys = (db: Db, appKey: string, now: Date) =>
  db
    .selectFrom('app_secret')
    .select(['id', 'signing_key as signingKey'])
    .where('app_key', '=', appKey)
    .where('state', '<>', 'void')
    .where('signing_key', 'is not', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .execute()

/** To the minute: an application may ask for many tokens. */
export const touchSecret = (db: Db, id: string, now: Date) =>
  db
    .updateTable('app_secret')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where((where) =>
      where.or([where('last_used_at', 'is', null), where('last_used_at', '<', new Date(now.getTime() - 60_000))]),
    )
    .execute()

interface SecretLimits {
  /** Not used since then. */
  unusedSince: Date
  /** Created before then. */
  oldSince: Date
  /** Not told since then. */
  toldBefore: Date
  statuses: readonly number[]
}

interface NeglectedSecret {
  id: string
  appKey: string
  isOld: boolean
}

/** The valid secrets of applications in use that are unused or too old, and of which nobody was told lately. */
export async function claimNeglectedSecrets(
  db: Db,
  { unusedSince, oldSince, toldBefore, statuses }: SecretLimits,
  now: Date,
): Promise<NeglectedSecret[]> {
  const { rows } = await sql<NeglectedSecret>`
    update app_secret s set warned_at = ${now}
    from application a
    where a.key = s.app_key and a.status = any(${statuses}::int[]) and s.state = 'active'
      and (s.created_at <= ${oldSince} or coalesce(s.last_used_at, s.created_at) <= ${unusedSince})
      and (s.warned_at is null or s.warned_at <= ${toldBefore})
    returning s.id, s.app_key as "appKey", s.created_at <= ${oldSince} as "isOld"
  `.execute(db)
  return rows
}

export const findPersonName = async (db: Db, id: string) =>
  (await sql<{ name: string }>`select name from v_person where id = ${id}`.execute(db)).rows[0]?.name ?? ''

/** What the open interfaces know about an application. */
export const findOpenApplication = (db: Db, key: string) =>
  db
    .selectFrom('application')
    .select(['key', 'name', 'status', 'is_barred as isBarred', 'ips'])
    .where('key', '=', key)
    .where('kind', '<>', 1)
    .executeTakeFirst()

export const listRegisteredKeys = (db: Db) =>
  db.selectFrom('application').select('key').where('kind', '<>', 1).execute()

import { sql } from 'kysely'
import { dayOf, type ActorKind, type FirstStep } from '#packages/core'
import { signalSessionsEnded, type Db } from '#packages/db'
import type { KickReason } from '#kernel/audit/contract.ts'
import { recordSessionEnds } from '#kernel/audit/server/api.ts'
import type { Factor } from './factors.ts'

export interface NewSession {
  id: string
  token_hash: Buffer
  kind: Exclude<ActorKind, 'job'>
  account_id: string
  person_id: string
  user_id: string
  org_id: string
  idle_seconds: number
  expires_at: Date
  address: string
  agent: string
  network: string
  sign_in_method: string
  parent_id: string | null
  scanned_by: string | null
  app: string | null
  pending: FirstStep[]
  factors: readonly Factor[]
}

export const insertSession = (db: Db, session: NewSession, now: Date) =>
  db
    .insertInto('session')
    .values({ ...session, factors: [...session.factors], created_at: now, seen_at: now })
    .execute()

/** The platform has disabled the district. */
const isDistrictClosed = sql<boolean>`exists (
  select from reference.district d where d.id = session.district_id and d.status = 'closed')`

const selectSessions = (db: Db) =>
  db
    .selectFrom('session')
    .select(['id', 'kind', 'account_id as accountId', 'person_id as personId', 'user_id as userId', 'org_id as orgId'])
    .select(['seen_at as seenAt', 'idle_seconds as idleSeconds', 'expires_at as expiresAt', 'ended_at as endedAt'])
    .select(['pending', 'app', 'parent_id as parentId', 'factors', 'grace_ends_at as graceEndsAt'])
    .select('scanned_by as scannedBy')
    .select(isDistrictClosed.as('isDistrictClosed'))
    .$narrowType<{ pending: FirstStep[]; factors: Factor[] }>()

export const findSession = (db: Db, tokenHash: Buffer) =>
  selectSessions(db).where('token_hash', '=', tokenHash).executeTakeFirst()

/** Of these hashes those, in hex, with a valid session at that moment. People who left have none. */
export async function listLiveHashes(db: Db, hashes: readonly Buffer[], now: Date): Promise<Set<string>> {
  const { rows } = await sql<{ hash: string }>`
    select encode(token_hash, 'hex') as hash from session s
    where token_hash = any(${hashes}::bytea[]) and ended_at is null and expires_at > ${now}
      and (grace_ends_at is null or grace_ends_at > ${now}) and seen_at + idle_seconds * interval '1 second' > ${now}
      and ${isMembershipValid(now)}
  `.execute(db)
  return new Set(rows.map(({ hash }) => hash))
}

const isMembershipValid = (now: Date) => sql<boolean>`(kind <> 'staff' or exists (
  select from v_membership m where m.id = s.user_id and m.valid @> ${dayOf(now)}::date and not m.is_suspended))`

/**
 * Whether a session was neither ended nor expired, and its owner still works here. A session that was replaced by a
 * switch, or only idle, counts: whatever was issued in it expires within minutes.
 */
export async function isSessionValid(db: Db, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from session s
      where id = ${id} and ended_at is null and expires_at > ${now} and ${isMembershipValid(now)}) as is`.execute(db)
  return rows[0]!.is
}

const endedColumns = ['id', 'account_id', 'person_id', 'org_id', 'ended_at', 'ended_by'] as const
interface EndedSession {
  id: string
  account_id: string
  person_id: string
  org_id: string
  ended_at: Date | null
  ended_by: SessionEndReason | 'timeout' | null
}

/** Who ended sessions, and why, where it was not their owner. */
interface EndedBy {
  personId: string
  reason?: KickReason
}

/** Logs how sessions ended, and tells all processes to forget what they know of these people. */
async function logSessionEnds(db: Db, ended: readonly EndedSession[], by?: EndedBy): Promise<number> {
  if (ended.length === 0) return 0
  await recordSessionEnds(
    db,
    ended.map(({ id, ended_at, ended_by, ...session }) => ({
      ...session,
      session_id: id,
      at: ended_at!,
      cause: ended_by!,
      by_person_id: by?.personId ?? null,
      reason: by?.reason ?? null,
    })),
  )
  await signalSessionsEnded(db, [...new Set(ended.map(({ person_id: id }) => id))])
  return ended.length
}

export const findSessionById = (db: Db, id: string) => selectSessions(db).where('id', '=', id).executeTakeFirst()

export type SessionEndReason = 'logout' | 'replaced' | 'kicked' | 'password' | 'unbound' | 'transferred' | 'disabled'

/** Ends a session of an account, and the sessions that were opened from it. Returns whether there was one. */
export async function endSession(
  db: Db,
  accountId: string,
  id: string,
  by: SessionEndReason,
  now: Date,
  endedBy?: EndedBy,
): Promise<boolean> {
  const ended = await db
    .updateTable('session')
    .set({ ended_at: now, ended_by: by })
    .where('account_id', '=', accountId)
    .where(
      sql<boolean>`(id = ${id} or parent_id = ${id} or scanned_by = ${id}
        or parent_id in (select child.id from session child where child.scanned_by = ${id}))`,
    )
    .where('ended_at', 'is', null)
    .returning(endedColumns)
    .execute()
  return (await logSessionEnds(db, ended, endedBy)) > 0
}

/** Ends all sessions of the district: the platform disables it. Returns their number. */
export async function endSessionsOfDistrict(db: Db, now: Date): Promise<number> {
  const ended = await db
    .updateTable('session')
    .set({ ended_at: now, ended_by: 'disabled' })
    .where('ended_at', 'is', null)
    .returning(endedColumns)
    .execute()
  return logSessionEnds(db, ended)
}

/** Sessions that were replaced by a switch stay valid for a moment, but must not outlive a sign-out. */
export async function endReplacedSessions(db: Db, accountId: string, now: Date) {
  const ended = await db
    .updateTable('session')
    .set({ ended_at: now, ended_by: 'replaced' })
    .where('account_id', '=', accountId)
    .where('grace_ends_at', 'is not', null)
    .where('ended_at', 'is', null)
    .returning(endedColumns)
    .execute()
  await logSessionEnds(db, ended)
}

interface SessionSelection {
  /** This session and those opened from it stay. */
  but?: string | undefined
  /** Only sessions opened before. */
  before?: Date
  endedBy?: EndedBy
}

/** Ends all sessions of an account in this district; returns their number. */
export async function endAccountSessions(
  db: Db,
  accountId: string,
  by: SessionEndReason,
  now: Date,
  { but, before, endedBy }: SessionSelection = {},
) {
  const ended = await db
    .updateTable('session')
    .set({ ended_at: now, ended_by: by })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .$if(before !== undefined, (query) => query.where('created_at', '<', before!))
    .$if(but !== undefined, (query) =>
      query.where('id', '<>', but!).where(sql<boolean>`parent_id is distinct from ${but!}`),
    )
    .returning(endedColumns)
    .execute()
  return logSessionEnds(db, ended, endedBy)
}

/**
 * After a switch the old token stays valid for a moment, so that other tabs can show the switch instead of signing out.
 */
export const limitSessionUntil = (db: Db, id: string, until: Date) =>
  db
    .updateTable('session')
    .set({ grace_ends_at: until })
    .where((of) => of.or([of('id', '=', id), of('parent_id', '=', id)]))
    .where('grace_ends_at', 'is', null)
    .execute()

/** Sessions opened by a scan now belong to the new session of the scanner and end with it. */
export const moveScannedSessions = (db: Db, from: string, to: string) =>
  db.updateTable('session').set({ scanned_by: to }).where('scanned_by', '=', from).execute()

export async function endScannedSessions(db: Db, from: string, now: Date) {
  const ended = await db
    .updateTable('session')
    .set({ ended_at: now, ended_by: 'replaced' })
    .where('scanned_by', '=', from)
    .where('ended_at', 'is', null)
    .returning(endedColumns)
    .execute()
  await logSessionEnds(db, ended)
}

export const updatePendingSteps = (db: Db, id: string, pending: FirstStep[]) =>
  db.updateTable('session').set({ pending }).where('id', '=', id).execute()

/** The identity that an account used last in this district. */
export const findLastUsedIdentity = (db: Db, accountId: string, kinds: readonly string[]) =>
  db
    .selectFrom('session')
    .select('user_id as userId')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`kind = any(${kinds}::text[])`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The organisations that this account used last, newest first. */
export async function listRecentOrganisations(db: Db, accountId: string, limit: number) {
  const { rows } = await sql<{ id: string; name: string; type: string; path: string }>`
    select o.id, o.name, o.type, o.path::text as path
    from (select org_id, max(created_at) as at from session where account_id = ${accountId} group by org_id) s
    join v_org o on o.id = s.org_id and not o.is_disabled
    order by s.at desc limit ${limit}
  `.execute(db)
  return rows
}

/** The valid sessions of an account. */
export const listLiveSessions = (db: Db, accountId: string, now: Date) =>
  db
    .selectFrom('session as s')
    .innerJoin('v_org as o', 'o.id', 's.org_id')
    .select([
      's.id',
      's.agent',
      's.network',
      's.sign_in_method as signInMethod',
      's.created_at as createdAt',
      's.seen_at as seenAt',
      'o.name as orgName',
    ])
    .where('s.account_id', '=', accountId)
    .where('s.parent_id', 'is', null)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where('s.grace_ends_at', 'is', null)
    .where(sql<boolean>`s.seen_at + make_interval(secs => s.idle_seconds) > ${now}`)
    .orderBy('s.seen_at', 'desc')
    .limit(50)
    .execute()

export const findSessionBrowser = (db: Db, id: string) =>
  db.selectFrom('session').select(['agent', 'address']).where('id', '=', id).executeTakeFirst()

/**
 * Whether the account had a session from this network; with `isProved` only sessions with more than a password count.
 */
export const hasSessionFromNetwork = async (db: Db, accountId: string, network: string, isProved: boolean) =>
  (await db
    .selectFrom('session')
    .select('id')
    .where('account_id', '=', accountId)
    .where('network', '=', network)
    .$if(isProved, (query) => query.where(sql<boolean>`not factors <@ array['password', 'slip']`))
    .limit(1)
    .executeTakeFirst()) !== undefined

export const touchSessions = (db: Db, ids: readonly string[], now: Date) =>
  db
    .updateTable('session')
    .set({ seen_at: now })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('ended_at', 'is', null)
    .execute()

/** A session whose last use is not stored yet must not end; requests refuse an idle one by themselves. */
const unstoredMinutes = 2
const closedAtOnce = 2_000

/** Ends sessions that expired or were not used any more, so that the log has their end. Returns their number. */
export async function closeExpiredSessions(db: Db, now: Date): Promise<number> {
  const until = new Date(now.getTime() - unstoredMinutes * 60_000)
  const endsAt = sql`least(expires_at, grace_ends_at, seen_at + make_interval(secs => idle_seconds))`
  const { rows } = await sql<EndedSession>`
    update session set ended_at = ${endsAt}, ended_by = case when grace_ends_at <= ${until} then 'replaced' else 'timeout' end
    where id in (select id from session where ended_at is null and ${endsAt} <= ${until} limit ${closedAtOnce}
      for update skip locked)
    returning id, account_id, person_id, org_id, ended_at, ended_by
  `.execute(db)
  return logSessionEnds(db, rows)
}

/** Deletes sessions that ended or expired long ago; the logs stay. */
export const deleteOldSessions = (db: Db, before: Date) =>
  db.deleteFrom('session').where('expires_at', '<', before).execute()

/** Adds a factor to the session. */
export const addSessionFactor = (db: Db, id: string, factor: Factor) =>
  sql`
    update session set factors = factors || ${factor}::text where id = ${id} and not ${factor}::text = any(factors)
  `.execute(db)

interface TrustedDevice {
  accountId: string
  browserHash: Buffer
  /** Any network if undefined. */
  network?: string
}

export const isTrustedDevice = async (db: Db, { accountId, browserHash, network }: TrustedDevice, now: Date) =>
  (await db
    .selectFrom('trusted_device')
    .select('network')
    .where('account_id', '=', accountId)
    .where('browser_hash', '=', browserHash)
    .$if(network !== undefined, (query) => query.where('network', '=', network!))
    .where('ends_at', '>', now)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const trustDevice = (db: Db, accountId: string, browserHash: Buffer, network: string, until: Date, now: Date) =>
  db
    .insertInto('trusted_device')
    .values({ account_id: accountId, browser_hash: browserHash, network, ends_at: until, created_at: now })
    .onConflict((conflict) =>
      conflict.columns(['district_id', 'account_id', 'browser_hash', 'network']).doUpdateSet({ ends_at: until }),
    )
    .execute()

export const deleteTrustedDevices = (db: Db, accountId: string) =>
  db.deleteFrom('trusted_device').where('account_id', '=', accountId).execute()

export const deleteExpiredDevices = (db: Db, before: Date) =>
  db.deleteFrom('trusted_device').where('ends_at', '<', before).execute()

/** Names of people and organisations in the given order; null if unknown. */
export async function listPersonAndOrgNames(
  db: Db,
  memberships: readonly { personId: string | null; orgId: string | null }[],
) {
  const { rows } = await sql<{ name: string; orgName: string }>`
    select coalesce(p.name, '') as name, coalesce(o.name, '') as "orgName"
    from jsonb_to_recordset(${JSON.stringify(memberships.map((membership, at) => ({ ...membership, at })))}::jsonb)
      as one ("personId" uuid, "orgId" uuid, at int)
    left join v_person p on p.id = one."personId" left join v_org o on o.id = one."orgId"
    order by one.at
  `.execute(db)
  return rows
}

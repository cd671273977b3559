import { newId, type ActorKind, type DistrictId, type OutsideKind } from '#packages/core'
import { newToken } from '#packages/http'
import type { TestDatabase } from './database.ts'

export interface SessionFacts {
  kind: Exclude<ActorKind, 'job'>
  districtId: DistrictId
  orgId: string
  userId?: string
  personId?: string
  accountId?: string
  id?: string
  state?: 'live' | 'expired' | 'idle' | 'revoked'
}

/** Inserts a session directly: for kinds of people without a sign-in, and for ended sessions. */
export async function writeSession(database: Pick<TestDatabase, 'sql'>, facts: SessionFacts): Promise<string> {
  const { token, hash } = newToken(facts.districtId)
  const ago = (hours: number) => new Date(Date.now() - hours * 3600_000)
  const { state = 'live' } = facts
  await database.sql(
    `insert into tenant.session (district_id, id, token_hash, kind, account_id, person_id, user_id, org_id, created_at, seen_at, idle_seconds, expires_at, ended_at, ended_by, factors)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 14400, $11, $12, $13, '{password,sms}')`,
    [
      facts.districtId,
      facts.id ?? newId(),
      hash,
      facts.kind,
      facts.accountId ?? newId(),
      facts.personId ?? newId(),
      facts.userId ?? newId(),
      facts.orgId,
      ago(48),
      state === 'idle' ? ago(5) : new Date(),
      state === 'expired' ? ago(1) : ago(-24),
      state === 'revoked' ? ago(1) : null,
      state === 'revoked' ? 'kicked' : null,
    ],
  )
  return token
}

/** Inserts a session outside districts with an account of its own. */
export async function writeOutsideSession(
  database: Pick<TestDatabase, 'directorySql'>,
  { kind, state = 'live', accountId = newId() }: Pick<SessionFacts, 'state' | 'accountId'> & { kind: OutsideKind },
): Promise<string> {
  const { token, hash } = newToken(0)
  const ago = (hours: number) => new Date(Date.now() - hours * 3600_000)
  await database.directorySql(
    `insert into directory.account (id, status, is_platform, is_developer, created_at)
     values ($1, 'active', $2, $3, now()) on conflict do nothing`,
    [accountId, kind === 'platform', kind === 'developer'],
  )
  await database.directorySql(
    `insert into directory.session (id, kind, account_id, token_hash, factors, created_at, seen_at, idle_seconds, expires_at, ended_at, ended_by, address, agent)
     values ($1, $2, $3, $4, '{password,totp}', $5, $6, 1800, $7, $8, $9, '127.0.0.1', 'test')`,
    [
      newId(),
      kind,
      accountId,
      hash,
      ago(10),
      state === 'idle' ? ago(1) : new Date(),
      state === 'expired' ? ago(1) : ago(-2),
      state === 'revoked' ? ago(1) : null,
      state === 'revoked' ? 'kicked' : null,
    ],
  )
  return token
}

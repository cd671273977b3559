import { notSignedIn, sessionEnded, type Actor, type App, type Ctx, type DistrictId } from '#packages/core'
import { onLocalSessionsEnded, inDistrict, type Cells, type Db } from '#packages/db'
import type { Credential } from '#packages/http'
import { getFamilyPermissions, resolvePermissions, withoutTwoFactorPermissions } from '#kernel/access/server/api.ts'
import { hasTwoFactors } from './factors.ts'
import { findSession, isSessionValid, listLiveHashes, touchSessions } from './session-queries.ts'
import { getModuleOfApplication } from './settings.ts'

/**
 * Longest use of cached data when a process misses the signal of a change, for example of an ended session or a role.
 */
const rememberMs = 2_000
const rememberAtMost = 20_000
const touchEveryMs = 15_000

/**
 * Finds the actor of a token. One instance per process: caches for two seconds, and collects which sessions were used.
 */
export class Callers {
  readonly #app: App
  readonly #known = new Map<string, { actor: Actor; until: number }>()
  #seen = new Map<DistrictId, Set<string>>()

  constructor(app: App) {
    this.#app = app
  }

  async identify(
    db: Db,
    { districtId, hash }: Credential,
    now: Date,
    isFresh = false,
    isUnattended = false,
  ): Promise<Actor> {
    const known = isFresh ? undefined : this.recall({ districtId, hash }, now, isUnattended)
    if (known) return known
    const actor = await readActor({ app: this.#app, db, now }, districtId, hash)
    // Actors with pending first steps are not cached, so that they continue at once after the last step.
    if (!actor.pending) this.#remember(getCallerKey({ districtId, hash }), actor, now)
    if (!isUnattended) this.#markSeen(actor)
    return actor
  }

  /** The actor of a token that was identified in the last two seconds. */
  recall(credential: Credential, now: Date, isUnattended: boolean): Actor | undefined {
    const known = this.#known.get(getCallerKey(credential))
    if (!known || known.until <= now.getTime()) return undefined
    if (!isUnattended) this.#markSeen(known.actor)
    return known.actor
  }

  #remember(key: string, actor: Actor, now: Date) {
    if (this.#known.size >= rememberAtMost) this.#known.clear()
    this.#known.set(key, { actor, until: now.getTime() + rememberMs })
  }

  /** Removes cached actors whose sessions may have ended. */
  forget(personIds: readonly string[]) {
    const concerned = new Set(personIds)
    for (const [key, { actor }] of this.#known) if (concerned.has(actor.personId)) this.#known.delete(key)
  }

  #markSeen({ districtId, sessionId }: Actor) {
    const seen = this.#seen.get(districtId)
    if (seen) seen.add(sessionId)
    else this.#seen.set(districtId, new Set([sessionId]))
  }

  /** Stores used sessions in batches, because read requests do not write. */
  start(cells: Cells, onError: (error: unknown) => void) {
    const timer = setInterval(() => void this.flush(cells).catch(onError), touchEveryMs)
    timer.unref()
    const stopHearing = onLocalSessionsEnded((personIds) => this.forget(personIds))
    return () => {
      clearInterval(timer)
      stopHearing()
    }
  }

  async flush(cells: Cells) {
    const seen = this.#seen
    this.#seen = new Map()
    const now = new Date()
    const results = await Promise.allSettled(
      [...seen].map(([district, ids]) => inDistrict(cells, district, (db) => touchSessions(db, [...ids], now))),
    )
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
  }
}

const getCallerKey = ({ districtId, hash }: Credential) => `${districtId}:${hash.toString('latin1')}`

/** Of many sessions the valid ones, for open streams. */
export const listLiveTokenHashes = (db: Db, hashes: readonly Buffer[], now: Date) => listLiveHashes(db, hashes, now)

/** Whether things that were issued in this session are still valid. */
export const isSessionOpen = (db: Db, sessionId: string, now: Date) => isSessionValid(db, sessionId, now)

async function readActor(ctx: Pick<Ctx, 'app' | 'db' | 'now'>, districtId: DistrictId, hash: Buffer): Promise<Actor> {
  const { db, now } = ctx
  const session = await findSession(db, hash)
  const isReplaced = session?.graceEndsAt && session.graceEndsAt <= now
  if (
    !session ||
    isReplaced ||
    session.expiresAt <= now ||
    session.seenAt.getTime() + session.idleSeconds * 1000 <= now.getTime()
  )
    throw notSignedIn()
  if (session.endedAt || session.isDistrictClosed) throw sessionEnded()
  const { id: sessionId, kind, accountId, personId, userId, orgId, pending } = session
  const base = {
    kind,
    districtId,
    accountId,
    personId,
    userId,
    orgId,
    sessionId,
    ...(pending.length > 0 ? { pending } : {}),
    ...(session.parentId ? { application: getModuleOfApplication(ctx, session.app) } : {}),
  }
  // An external application gets the identity, but no permissions.
  if (base.application === '') return { ...base, permissions: new Map() }
  if (kind === 'pupil' || kind === 'guardian') return { ...base, permissions: getFamilyPermissions(ctx, kind, userId) }
  if (kind !== 'staff') return { ...base, permissions: new Map() }
  // The person left or was transferred, the organisation (also a visited one) was disabled, or the membership belongs
  // to another person after a merge.
  const effective = await resolvePermissions(ctx, { personId, userId, orgId })
  if (!effective) throw sessionEnded()
  // Also after new roles were granted: permissions that need two factors begin with the next sign-in.
  const permissions = hasTwoFactors(session.factors)
    ? effective.permissions
    : withoutTwoFactorPermissions(ctx, effective.permissions)
  return { ...base, ...effective, permissions }
}

import { newId, Refusal, type DistrictId } from '#packages/core'
import { fieldsOf } from '#packages/crypto'
import { inDistrict, type Db } from '#packages/db'
import type { OwnCtx } from '#packages/http'
import {
  districtsOf,
  findPersonOfAccount,
  readAccount,
  rememberDistrict,
  type Account,
  type Self,
} from '#kernel/identity/server'
import { needTwoFactors, permissionsOf } from '#kernel/access/server'
import { placesOfPerson, type Place } from '#kernel/staff/server'
import { familiesOf, type FamilyIdentity } from '#kernel/student/server'
import type { LoginResult, Method } from '../../contract.ts'
import { placeOf } from '../device.ts'
import { hasTwoFactors, isProved, withFactor, type Factor } from '../factors.ts'
import { isTrusted, lastUsed } from '../queries.ts'
import { readLoginSetting } from '../settings.ts'
import { openFamilySession, openStaffSession, waitingForCode, type Door } from './open-session.ts'
import { noteLogin } from './login-log.ts'
import { authenticatorsOf, methodsFor, type Authenticator } from './methods.ts'
import { makeTicket } from './tickets.ts'

export interface Arrival {
  accountId: string
  door: Door
  /** Pupils and guardians have a door of their own; one human may use both. */
  isFamily?: boolean
  /** The identity to enter with, if it is still held; otherwise the one that was used last. */
  userId?: string
  /** Only there; otherwise in any district of the account, the last used first. */
  district?: DistrictId
  /** What was shown until now: the strength of the session comes from this, never from the door. */
  factors: readonly Factor[]
  isTrusted?: boolean
  /** The session that scanned the QR code, and its end: neither is this one stronger nor does it live longer. */
  scannedBy?: { sessionId: string; expiresAt: Date }
  /** To be bound to this account once it is sure who it is. */
  binding?: { corpId: string; unionId: string }
}

/** The end of every door: who it is is known, now a place and a session there, or first a code by SMS. */
export async function arrive(ctx: OwnCtx, arrival: Arrival): Promise<LoginResult> {
  const { cells, now } = ctx
  // Read again at the end of every door: it may have been closed while a code or a picture was waiting.
  const account = await readAccount(cells, arrival.accountId)
  if (!account) throw new Refusal('该账号已停用，请联系单位管理员')
  const all = await districtsOf(cells, arrival.accountId)
  // Read here: the directory is not opened within a district.
  const authenticators = await authenticatorsOf(ctx, arrival.accountId)
  const districts = arrival.district ? [arrival.district] : all
  for (const district of districts) {
    const result = await inDistrict(cells, district, (db) =>
      welcome(ctx, db, district, arrival, { account, authenticators }),
    )
    if (!result) continue
    if (!result.needMsg) await rememberDistrict(cells, arrival.accountId, district, now)
    return result.token && !arrival.isFamily && all.length > 1 ? { ...result, switchoverOrg: 1 } : result
  }
  throw new Refusal(
    arrival.isFamily ? '没有找到学生或家长身份，请联系班主任' : '您的账号目前不属于任何单位，请联系单位管理员',
  )
}

/** Somebody of this district, or nothing. */
async function welcome(
  ctx: OwnCtx,
  db: Db,
  districtId: DistrictId,
  arrival: Arrival,
  { account, authenticators }: { account: Account; authenticators: readonly Authenticator[] },
) {
  const { accountId, door, isFamily = false } = arrival
  const person = await findPersonOfAccount({ db, districtId }, accountId)
  if (!person) return undefined
  const opening = {
    districtId,
    accountId,
    person,
    door,
    mustChangePassword: account.mustChangePassword,
    isTrusted: arrival.isTrusted ?? false,
    factors: arrival.factors,
    ...(arrival.scannedBy ? { scannedBy: arrival.scannedBy.sessionId, notAfter: arrival.scannedBy.expiresAt } : {}),
  }
  if (isFamily) {
    const identities = await familiesOf({ db, now: ctx.now, districtId }, person.id)
    const identity = await chosen(db, arrival, identities, ['pupil', 'guardian'])
    if (identity?.waitsForGuardian) throw new Refusal('请家长先完成授权')
    if (!identity) return undefined
    const { factors, methods } = await familyStep(ctx, db, arrival, identity, methodsFor(person.phone, authenticators))
    if (methods.length > 0)
      return askForCode(ctx, db, districtId, arrival, person, identity, { methods, offersTrust: true })
    return (await openFamilySession(ctx, db, { ...opening, factors }, identity)).result
  }
  const place = await chosen(db, arrival, await placesOfPerson({ db, now: ctx.now }, person.id), ['staff'])
  if (!place) return undefined
  const { factors, ...asked } = await staffStep(ctx, db, arrival, place, methodsFor(person.phone, authenticators))
  if (asked.methods.length > 0) return askForCode(ctx, db, districtId, arrival, person, place, asked)
  return (await openStaffSession(ctx, db, { ...opening, factors }, place)).result
}

async function chosen<Identity extends { id: string }>(
  db: Db,
  { accountId, userId }: Arrival,
  identities: readonly Identity[],
  kinds: readonly string[],
) {
  const wanted = userId ?? (await lastUsed(db, accountId, kinds))?.userId
  return identities.find(({ id }) => id === wanted) ?? identities[0]
}

/** What has been shown, a trusted browser with it, and by what more may be shown; nothing more is asked where that is empty. */
interface Step {
  factors: readonly Factor[]
  methods: readonly Method[]
  /** Whether a trusted browser is spared the next time. */
  offersTrust: boolean
}

/**
 * Whoever holds power over others always shows two factors, on whatever browser; others show more than a password where
 * this account has not been used from. Somebody who has nothing more to show comes in, and the power rests (see
 * `openStaffSession`).
 */
async function staffStep(ctx: OwnCtx, db: Db, arrival: Arrival, place: Place, all: readonly Method[]): Promise<Step> {
  const { accountId, factors, binding, scannedBy } = arrival
  const methods = all.filter((method) => !factors.includes(method))
  const enough = { factors, methods: [], offersTrust: false }
  // Whoever scanned a QR code was asked there, and this session is no stronger than that one.
  if (hasTwoFactors(factors) || scannedBy) return enough
  // A binding opens the account from then on: a password alone is not enough for it, whoever it is.
  if (binding) return { factors, methods, offersTrust: true }
  const { permissions } = await permissionsOf({ db, now: ctx.now }, place)
  if (needTwoFactors(permissions)) return { factors, methods, offersTrust: false }
  if (isProved(factors) || place.noSecondStep) return enough
  const { secondStep } = await readLoginSetting({ db }, place.orgPath)
  if (secondStep === 'always') return { factors, methods, offersTrust: false }
  const { client, now } = ctx
  if (await isTrusted(db, { accountId, browserHash: client.browserHash(), place: placeOf(client.address) }, now))
    return { ...enough, factors: withFactor(factors, 'device') }
  return secondStep === 'off' ? enough : { factors, methods, offersTrust: true }
}

/**
 * A guardian with a phone shows it on a browser that is not trusted; a phone changes its network all day, so only the
 * browser counts. Pupils have none.
 */
async function familyStep(
  ctx: OwnCtx,
  db: Db,
  { accountId, factors }: Arrival,
  { kind }: FamilyIdentity,
  methods: readonly Method[],
): Promise<Pick<Step, 'factors' | 'methods'>> {
  if (kind === 'pupil' || isProved(factors)) return { factors, methods: [] }
  if (await isTrusted(db, { accountId, browserHash: ctx.client.browserHash() }, ctx.now))
    return { factors: withFactor(factors, 'device'), methods: [] }
  return { factors, methods }
}

async function askForCode(
  ctx: OwnCtx,
  db: Db,
  district: DistrictId,
  { accountId, binding, door, factors, isFamily = false }: Arrival,
  person: Self,
  { id: userId, orgId }: Pick<Place, 'id' | 'orgId'>,
  { methods, offersTrust }: Pick<Step, 'methods' | 'offersTrust'>,
) {
  const fields = await fieldsOf(db, district)
  const id = newId()
  const facts = {
    id,
    account_id: accountId,
    user_id: userId,
    browser_hash: ctx.client.browserHash(),
    phone: methods.includes('sms') ? fields.encrypt('ticket.phone', person.phone, id) : null,
    facts: { door, factors, isFamily, ...(binding ? { binding } : {}) },
  }
  const word = await makeTicket(db, district, 'second-step', { ...facts, seconds: 600 }, ctx.now)
  await noteLogin(ctx, db, {
    account_id: accountId,
    person_id: person.id,
    user_id: userId,
    org_id: orgId,
    door,
    outcome: 'code-needed',
  })
  return waitingForCode(ctx, word, methods.includes('sms') ? person.phone : '', { methods, offersTrust })
}

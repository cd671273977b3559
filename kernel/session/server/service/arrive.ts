import { Refusal, type DistrictId } from '#packages/core'
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
import { placesOfPerson, type Place } from '#kernel/staff/server'
import { familiesOf } from '#kernel/student/server'
import type { LoginResult } from '../../contract.ts'
import { placeOf } from '../device.ts'
import { isTrusted, lastUsed } from '../queries.ts'
import { readLoginSetting } from '../settings.ts'
import { openFamilySession, openStaffSession, waitingForCode, type Door } from './open-session.ts'
import { noteLogin } from './login-log.ts'
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
  /** Somebody who came by a phone has shown already that it is in hand. */
  isProved?: boolean
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
  const districts = arrival.district ? [arrival.district] : all
  for (const district of districts) {
    const result = await inDistrict(cells, district, (db) => welcome(ctx, db, district, arrival, account))
    if (!result) continue
    if (!result.needMsg) await rememberDistrict(cells, arrival.accountId, district, now)
    return result.token && !arrival.isFamily && all.length > 1 ? { ...result, switchoverOrg: 1 } : result
  }
  throw new Refusal(
    arrival.isFamily ? '没有找到学生或家长身份，请联系班主任' : '您的账号目前不属于任何单位，请联系单位管理员',
  )
}

/** Somebody of this district, or nothing. */
async function welcome(ctx: OwnCtx, db: Db, districtId: DistrictId, arrival: Arrival, account: Account) {
  const { accountId, door, isFamily = false } = arrival
  const person = await findPersonOfAccount({ db, districtId }, accountId)
  if (!person) return undefined
  const opening = {
    ...{ districtId, accountId, person, door },
    mustChangePassword: account.mustChangePassword,
    isTrusted: arrival.isTrusted ?? false,
    isProved: arrival.isProved ?? false,
    ...(arrival.scannedBy ? { scannedBy: arrival.scannedBy.sessionId, notAfter: arrival.scannedBy.expiresAt } : {}),
  }
  if (isFamily) {
    const identities = await familiesOf({ db, now: ctx.now, districtId }, person.id)
    const identity = await chosen(db, arrival, identities, ['pupil', 'guardian'])
    if (identity?.waitsForGuardian) throw new Refusal('请家长先完成授权')
    return identity && (await openFamilySession(ctx, db, opening, identity)).result
  }
  const place = await chosen(db, arrival, await placesOfPerson({ db, now: ctx.now }, person.id), ['staff'])
  if (!place) return undefined
  const step = await secondStepOf(ctx, db, arrival, person, place)
  if (step === 'needed') return askForCode(ctx, db, districtId, arrival, person, place)
  return (await openStaffSession(ctx, db, { ...opening, isProved: step === 'proved' }, place)).result
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

/** A password alone is not enough on a browser, or from a network, that this account has not been used from. */
async function secondStepOf(ctx: OwnCtx, db: Db, arrival: Arrival, person: Self, place: Place) {
  if (arrival.isProved) return 'proved'
  // A binding opens the account from then on: a password alone is not enough for it, whoever it is.
  if (arrival.binding && person.phone) return 'needed'
  if (place.noSecondStep || !person.phone) return 'spared'
  const { secondStep } = await readLoginSetting({ db }, place.orgPath)
  if (secondStep === 'always') return 'needed'
  if (await isTrusted(db, arrival.accountId, ctx.client.browserHash(), placeOf(ctx.client.address), ctx.now))
    return 'proved'
  return secondStep === 'off' ? 'spared' : 'needed'
}

async function askForCode(
  ctx: OwnCtx,
  db: Db,
  district: DistrictId,
  { accountId, binding }: Arrival,
  person: Self,
  place: Place,
) {
  const fields = await fieldsOf(db, district)
  const facts = {
    account_id: accountId,
    user_id: place.id,
    browser_hash: ctx.client.browserHash(),
    phone: fields.encrypt('ticket.phone', person.phone),
    facts: binding ? { binding } : {},
  }
  const word = await makeTicket(db, district, 'second-step', { ...facts, seconds: 600 }, ctx.now)
  await noteLogin(ctx, db, {
    ...{ account_id: accountId, person_id: person.id, user_id: place.id, org_id: place.orgId },
    ...{ door: 'password', outcome: 'code-needed' },
  })
  return waitingForCode(ctx, word, person.phone)
}

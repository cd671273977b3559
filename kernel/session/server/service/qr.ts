import { randomBytes, randomInt } from 'node:crypto'
import { Refusal, type DistrictId } from '#packages/core'
import { inOwnDistrict, type OwnCtx } from '#packages/http'
import { limitTries } from '#kernel/identity/server'
import { browserOf, deviceOf, placeOf } from '../device.ts'
import { knowsPlace } from '../queries.ts'
import { arrive } from './arrive.ts'
import { demandCode } from './proofs.ts'

interface QrCode {
  state: 'waiting' | 'scanned' | 'confirmed' | 'cancelled' | 'used'
  /** Of the browser that asked, and only that one gets the session. */
  browser: string
  number: string
  agent: string
  address: string
  askedAt: string
  /** Of whoever scanned it. */
  accountId?: string
  district?: DistrictId
  userId?: string
  isUnusual?: boolean
}

const lifeSeconds = 120
const keyOf = (code: string) => `qr:${code}`
const gone = () => new Refusal('二维码已过期，请在电脑上刷新')

export async function makeQrCode(ctx: OwnCtx) {
  await limitTries(ctx, 'qr', placeOf(ctx.client.address), 600, 60)
  const code = randomBytes(16).toString('base64url')
  const made: QrCode = {
    state: 'waiting',
    browser: browserOf(ctx),
    number: String(randomInt(10, 100)),
    agent: ctx.client.agent,
    address: ctx.client.address,
    askedAt: ctx.now.toISOString(),
  }
  await ctx.shelf.put(keyOf(code), made, lifeSeconds)
  return { code, url: `${ctx.client.origin}/qr?code=${code}`, time: lifeSeconds, number: made.number }
}

const states = { waiting: 0, scanned: 1, confirmed: 2, cancelled: 4, used: 3 } as const

/** How far it is: a state and nothing else, whoever asks. */
export async function readQrState(ctx: OwnCtx, code: string) {
  const found = await ctx.shelf.get<QrCode>(keyOf(code))
  return found ? states[found.state] : 3
}

/** A phone has scanned it: from now on it is this account's to confirm. */
export async function scanQrCode(ctx: OwnCtx, code: string) {
  const actor = ctx.actor!
  const asked = await ctx.shelf.get<QrCode>(keyOf(code))
  if (!asked) throw gone()
  const place = placeOf(asked.address)
  const isKnown = await inOwnDistrict(ctx, ({ db }) => knowsPlace(db, actor.accountId, place), { readOnly: true })
  const isUnusual = !isKnown
  const { accountId, districtId: district, userId } = actor
  const scanned =
    (await ctx.shelf.move<QrCode>(keyOf(code), 'waiting', {
      state: 'scanned',
      accountId,
      district,
      userId,
      isUnusual,
    })) ?? (await ctx.shelf.get<QrCode>(keyOf(code)))
  if (scanned?.state !== 'scanned') throw gone()
  if (scanned.accountId !== accountId) throw new Refusal('二维码已被其他人扫描，请在电脑上刷新')
  const age = Math.floor((ctx.now.getTime() - Date.parse(scanned.askedAt)) / 1000)
  return {
    number: scanned.number,
    device: deviceOf(scanned.agent),
    place,
    askedAt: scanned.askedAt,
    secondsLeft: Math.max(0, lifeSeconds - age),
    isUnusual,
  }
}

interface Decision {
  cancel: boolean
  msgId?: string | undefined
  code?: string | undefined
}

/** The phone says yes or no. From a network that this account does not know, yes needs a code by SMS. */
export async function decideQrCode(ctx: OwnCtx, code: string, { cancel, msgId, code: smsCode }: Decision) {
  const actor = ctx.actor!
  const found = await ctx.shelf.get<QrCode>(keyOf(code))
  if (found?.accountId !== actor.accountId) throw gone()
  if (!cancel && found.isUnusual) await demandCode(ctx, `qr:${code}`, { msgId, code: smsCode })
  const wanted = cancel ? 'cancelled' : 'confirmed'
  const moved = await ctx.shelf.move<QrCode>(keyOf(code), 'scanned', { state: wanted })
  const isThere = moved ?? (await ctx.shelf.get<QrCode>(keyOf(code)))
  if (isThere?.state !== wanted) throw gone()
  return null
}

/** Hands out the session, once, and only to the browser that asked for the code. */
export async function signInByQrCode(ctx: OwnCtx, code: string) {
  const found = await ctx.shelf.get<QrCode>(keyOf(code))
  if (found?.state !== 'confirmed' || found.browser !== browserOf(ctx)) throw gone()
  const taken = await ctx.shelf.move<QrCode>(keyOf(code), 'confirmed', { state: 'used' })
  if (!taken) throw gone()
  const { accountId, district, userId } = taken
  return arrive(ctx, { accountId: accountId!, district: district!, userId: userId!, door: 'qr', isProved: true })
}

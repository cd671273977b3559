import { randomBytes, randomInt } from 'node:crypto'
import { found, Refusal, type DistrictId } from '#packages/core'
import { inDistrict } from '#packages/db'
import { inOwnDistrict, type OwnCtx } from '#packages/http'
import { findPersonOfAccount, limitTries } from '#kernel/identity/server'
import { browserOf, deviceOf, placeOf } from '../device.ts'
import { isProved, withFactor, type Factor } from '../factors.ts'
import { knowsPlace, sessionById } from '../queries.ts'
import { arrive } from './arrive.ts'
import { tell } from './notices.ts'
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
  /** The session that scanned it, what it had shown, and when it ends. */
  sessionId?: string
  factors?: Factor[]
  expiresAt?: string
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
  const asked = await ctx.shelf.get<QrCode>(keyOf(code))
  return asked ? states[asked.state] : 3
}

/** A phone has scanned it: from now on it is this account's to confirm. */
export async function scanQrCode(ctx: OwnCtx, code: string) {
  const actor = ctx.actor!
  const asked = await ctx.shelf.get<QrCode>(keyOf(code))
  if (!asked) throw gone()
  const place = placeOf(asked.address)
  const { isKnown, session } = await inOwnDistrict(
    ctx,
    async ({ db }) => {
      const session = found(await sessionById(db, actor.sessionId), '会话')
      return { session, isKnown: await knowsPlace(db, actor.accountId, place, isProved(session.factors)) }
    },
    { readOnly: true },
  )
  const isUnusual = !isKnown
  const { accountId, districtId: district, userId } = actor
  const { factors, expiresAt } = session
  const scanned =
    (await ctx.shelf.move<QrCode>(keyOf(code), 'waiting', {
      state: 'scanned',
      accountId,
      district,
      userId,
      isUnusual,
      sessionId: session.scannedBy ?? session.id,
      factors,
      expiresAt: expiresAt.toISOString(),
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

/**
 * The phone says yes or no. From a network that this account does not know, or from a session that has shown no more
 * than a password, yes needs a code by SMS. Where there is no phone to send it to, the new session is no stronger.
 */
export async function decideQrCode(ctx: OwnCtx, code: string, { cancel, msgId, code: smsCode }: Decision) {
  const actor = ctx.actor!
  const asked = await ctx.shelf.get<QrCode>(keyOf(code))
  if (asked?.accountId !== actor.accountId) throw gone()
  const shown = asked.factors ?? []
  const needsCode = !cancel && (asked.isUnusual || !isProved(shown))
  const further = needsCode ? await demandCode(ctx, `qr:${code}`, { msgId, code: smsCode }) : undefined
  const wanted = cancel ? 'cancelled' : 'confirmed'
  const factors = further ? withFactor(shown, further) : shown
  const moved = await ctx.shelf.move<QrCode>(keyOf(code), 'scanned', { state: wanted, factors })
  const isThere = moved ?? (await ctx.shelf.get<QrCode>(keyOf(code)))
  if (isThere?.state !== wanted) throw gone()
  return null
}

/** Hands out the session, once, and only to the browser that asked for the code. */
export async function signInByQrCode(ctx: OwnCtx, code: string) {
  const asked = await ctx.shelf.get<QrCode>(keyOf(code))
  if (asked?.state !== 'confirmed' || asked.browser !== browserOf(ctx)) throw gone()
  const taken = await ctx.shelf.move<QrCode>(keyOf(code), 'confirmed', { state: 'used' })
  if (!taken) throw gone()
  const { accountId, district, userId, sessionId, factors = [], expiresAt, isUnusual } = taken
  const [scanning, owner] = await inDistrict(
    ctx.cells,
    district!,
    async (db) => [
      await sessionById(db, sessionId!),
      await findPersonOfAccount({ db, districtId: district! }, accountId!),
    ],
    { readOnly: true },
  )
  if (!scanning || scanning.endedAt) throw gone()
  const result = await arrive(ctx, {
    accountId: accountId!,
    district: district!,
    userId: userId!,
    door: 'qr',
    factors,
    scannedBy: { sessionId: sessionId!, expiresAt: new Date(expiresAt!) },
  })
  if (isUnusual && owner?.phone) tell(ctx, district!, owner.phone, toldOf(ctx))
  return result
}

const toldOf = ({ client }: OwnCtx) =>
  `您的账号刚在新的网络上扫码登录（${deviceOf(client.agent)}）。如非本人操作，请立即退出其他设备并修改密码。`

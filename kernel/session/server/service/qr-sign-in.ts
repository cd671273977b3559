import { randomBytes, randomInt } from 'node:crypto'
import { orNotFound, Refusal, type DistrictId } from '#packages/core'
import { inDistrict } from '#packages/db'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import { findPersonOfAccount, limitAttempts } from '#kernel/identity/server/api.ts'
import { notifyBySms } from '#kernel/message/server/api.ts'
import { getBrowserKey, getDeviceName, getNetwork } from '../device-name.ts'
import { hasStrongFactor, withFactor, type Factor } from '../factors.ts'
import { hasSessionFromNetwork, findSessionById } from '../session-queries.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { requireStepUp } from './step-up.ts'

interface QrCode {
  state: 'waiting' | 'scanned' | 'confirmed' | 'cancelled' | 'used'
  /** Only the browser that requested the code gets the session. */
  browser: string
  number: string
  agent: string
  address: string
  requestedAt: string
  /** The account that scanned the code. */
  accountId?: string
  district?: DistrictId
  userId?: string
  isUnusual?: boolean
  /** The scanning session with its factors and its end. */
  sessionId?: string
  factors?: Factor[]
  expiresAt?: string
}

const lifeSeconds = 120
const getQrKey = (code: string) => `qr:${code}`
const qrExpired = () => new Refusal('二维码已过期，请在电脑上刷新')

export async function createQrCode(ctx: RequestCtx) {
  await limitAttempts(ctx, 'qr', getNetwork(ctx.client.address), 600, 60)
  const code = randomBytes(16).toString('base64url')
  const made: QrCode = {
    state: 'waiting',
    browser: getBrowserKey(ctx),
    number: String(randomInt(10, 100)),
    agent: ctx.client.agent,
    address: ctx.client.address,
    requestedAt: ctx.now.toISOString(),
  }
  await ctx.ephemeralStore.put(getQrKey(code), made, lifeSeconds)
  return { code, url: `${ctx.client.origin}/qr?code=${code}`, time: lifeSeconds, number: made.number }
}

const states = { waiting: 0, scanned: 1, confirmed: 2, cancelled: 4, used: 3 } as const

/** The state only, whoever asks. */
export async function getQrState(ctx: RequestCtx, code: string) {
  const stored = await ctx.ephemeralStore.get<QrCode>(getQrKey(code))
  return stored ? states[stored.state] : 3
}

/** Assigns the code to the scanning account, which then has to confirm. */
export async function scanQrCode(ctx: RequestCtx, code: string) {
  const actor = ctx.actor!
  const stored = await ctx.ephemeralStore.get<QrCode>(getQrKey(code))
  if (!stored) throw qrExpired()
  const network = getNetwork(stored.address)
  const { isKnown, session } = await inOwnDistrict(
    ctx,
    async ({ db }) => {
      const session = orNotFound(await findSessionById(db, actor.sessionId), '会话')
      return {
        session,
        isKnown: await hasSessionFromNetwork(db, actor.accountId, network, hasStrongFactor(session.factors)),
      }
    },
    { readOnly: true },
  )
  const isUnusual = !isKnown
  const { accountId, districtId: district, userId } = actor
  const { factors, expiresAt } = session
  const scanned =
    (await ctx.ephemeralStore.move<QrCode>(getQrKey(code), 'waiting', {
      state: 'scanned',
      accountId,
      district,
      userId,
      isUnusual,
      sessionId: session.scannedBy ?? session.id,
      factors,
      expiresAt: expiresAt.toISOString(),
    })) ?? (await ctx.ephemeralStore.get<QrCode>(getQrKey(code)))
  if (scanned?.state !== 'scanned') throw qrExpired()
  if (scanned.accountId !== accountId) throw new Refusal('二维码已被其他人扫描，请在电脑上刷新')
  const age = Math.floor((ctx.now.getTime() - Date.parse(scanned.requestedAt)) / 1000)
  return {
    number: scanned.number,
    device: getDeviceName(scanned.agent),
    network,
    requestedAt: scanned.requestedAt,
    secondsLeft: Math.max(0, lifeSeconds - age),
    isUnusual,
  }
}

interface QrDecision {
  cancel: boolean
  msgId?: string | undefined
  code?: string | undefined
}

/**
 * Confirms or cancels on the phone. From an unknown network, or from a session with only a password, confirming needs
 * an SMS code. Without a phone number the new session is no stronger.
 */
export async function decideQrCode(ctx: RequestCtx, code: string, { cancel, msgId, code: smsCode }: QrDecision) {
  const actor = ctx.actor!
  const stored = await ctx.ephemeralStore.get<QrCode>(getQrKey(code))
  if (stored?.accountId !== actor.accountId) throw qrExpired()
  const shown = stored.factors ?? []
  const needsCode = !cancel && (stored.isUnusual || !hasStrongFactor(shown))
  const further = needsCode ? await requireStepUp(ctx, `qr:${code}`, { msgId, code: smsCode }) : undefined
  const nextState = cancel ? 'cancelled' : 'confirmed'
  const factors = further ? withFactor(shown, further) : shown
  const moved = await ctx.ephemeralStore.move<QrCode>(getQrKey(code), 'scanned', { state: nextState, factors })
  const isThere = moved ?? (await ctx.ephemeralStore.get<QrCode>(getQrKey(code)))
  if (isThere?.state !== nextState) throw qrExpired()
  return null
}

/** Opens the session, once, and only for the browser that requested the code. */
export async function signInByQrCode(ctx: RequestCtx, code: string) {
  const stored = await ctx.ephemeralStore.get<QrCode>(getQrKey(code))
  if (stored?.state !== 'confirmed' || stored.browser !== getBrowserKey(ctx)) throw qrExpired()
  const taken = await ctx.ephemeralStore.move<QrCode>(getQrKey(code), 'confirmed', { state: 'used' })
  if (!taken) throw qrExpired()
  const { accountId, district, userId, sessionId, factors = [], expiresAt, isUnusual } = taken
  const [scanning, owner] = await inDistrict(
    ctx.cells,
    district!,
    async (db) => [
      await findSessionById(db, sessionId!),
      await findPersonOfAccount({ db, districtId: district! }, accountId!),
    ],
    { readOnly: true },
  )
  if (!scanning || scanning.endedAt) throw qrExpired()
  const result = await completeSignIn(ctx, {
    accountId: accountId!,
    district: district!,
    userId: userId!,
    signInMethod: 'qr',
    factors,
    scannedBy: { sessionId: sessionId!, expiresAt: new Date(expiresAt!) },
  })
  if (isUnusual && owner?.phone) notifyBySms(ctx, district!, owner.phone, getNoticeText(ctx))
  return result
}

const getNoticeText = ({ client }: RequestCtx) =>
  `您的账号刚在新的网络上扫码登录（${getDeviceName(client.agent)}）。如非本人操作，请立即退出其他设备并修改密码。`

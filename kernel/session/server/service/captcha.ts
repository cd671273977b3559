import { randomBytes, randomInt } from 'node:crypto'
import type { RawAnswer } from '#packages/contract'
import { notFound, Refusal, Ret } from '#packages/core'
import type { RequestCtx } from '#packages/http'
import { limitAttempts } from '#kernel/identity/server/api.ts'
import { getBrowserKey, getNetwork } from '../device-name.ts'
import { drawDigits } from '../captcha-image.ts'

export type CaptchaAction = 'login' | 'sms'

interface StoredCaptcha {
  state: 'new' | 'drawn'
  answer: string
  kind: 'image' | 'text'
  browser: string
  action: CaptchaAction
}

const seconds = 120
/** Per network. Machines read the text question more easily than the image, so fewer are issued. */
const limits = { seconds: 600, image: 600, text: 60 }
const getCaptchaKey = (codeKey: string) => `captcha:${codeKey}`
const getPurposeKey = (ctx: RequestCtx) => `captcha-for:${getBrowserKey(ctx)}`

/** A captcha for this browser and action, valid once. */
export async function createCaptcha(ctx: RequestCtx, kind: 'image' | 'text') {
  await limitAttempts(ctx, `captcha-${kind}`, getNetwork(ctx.client.address), limits[kind], limits.seconds)
  const purpose = await ctx.ephemeralStore.get<{ action: CaptchaAction }>(getPurposeKey(ctx))
  const codeKey = randomBytes(16).toString('base64url')
  const { answer, question } =
    kind === 'text' ? createSum() : { answer: String(randomInt(10_000)).padStart(4, '0'), question: '' }
  const captcha: StoredCaptcha = {
    state: 'new',
    answer,
    kind,
    browser: getBrowserKey(ctx),
    action: purpose?.action ?? 'login',
  }
  await ctx.ephemeralStore.put(getCaptchaKey(codeKey), captcha, seconds)
  const relativeUrl = kind === 'text' ? '' : `/api/users/captchaImage?codeKey=${codeKey}`
  return { codeKey, relativeUrl, imgUrl: relativeUrl && ctx.client.origin + relativeUrl, question }
}

const digits = '零一二三四五六七八九'
/** A question for users who cannot read the image; screen readers can read it. */
function createSum() {
  const [a, b] = [randomInt(1, 10), randomInt(1, 10)]
  return { answer: String(a + b), question: `${digits[a]}加${digits[b]}等于几？请填写数字` }
}

/** The image of a captcha. It is drawn once, because two images of one answer are easier to read for a machine. */
export async function drawCaptcha(ctx: RequestCtx, codeKey: string): Promise<RawAnswer> {
  const captcha = await ctx.ephemeralStore.move<StoredCaptcha>(getCaptchaKey(codeKey), 'new', { state: 'drawn' })
  if (captcha?.kind !== 'image') throw notFound('验证码')
  return { type: 'image/png', bytes: await drawDigits(captcha.answer) }
}

/** Checks a captcha that was issued to this browser for this action; right or wrong, it is used up. */
export async function requireCaptcha(ctx: RequestCtx, action: CaptchaAction) {
  const { captcha } = ctx.client
  if (captcha) {
    const made = await ctx.ephemeralStore.take<StoredCaptcha>(getCaptchaKey(captcha.key))
    const isRight =
      made?.answer === captcha.answer.trim() && made.browser === getBrowserKey(ctx) && made.action === action
    if (isRight) return
  }
  await ctx.ephemeralStore.put(getPurposeKey(ctx), { action }, 600)
  throw new Refusal(captcha ? '验证码错误或已过期，请重新输入' : '请输入验证码', Ret.captchaNeeded)
}

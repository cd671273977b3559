import { randomBytes, randomInt } from 'node:crypto'
import type { Raw } from '#packages/contract'
import { notFound, Refusal, Ret } from '#packages/core'
import type { OwnCtx } from '#packages/http'
import { limitTries } from '#kernel/identity/server'
import { browserOf, placeOf } from '../device.ts'
import { drawDigits } from '../captcha-image.ts'

export type CaptchaAction = 'login' | 'sms'

interface Captcha {
  state: 'new' | 'drawn'
  answer: string
  kind: 'image' | 'text'
  browser: string
  action: CaptchaAction
}

const seconds = 120
/** From one network. A machine reads the question more easily than the picture, so it gets fewer of them. */
const limits = { seconds: 600, image: 600, text: 60 }
const keyOf = (codeKey: string) => `captcha:${codeKey}`
const askedKey = (ctx: OwnCtx) => `captcha-for:${browserOf(ctx)}`

/** A new puzzle for this browser, good once, for what it was asked for. */
export async function makeCaptcha(ctx: OwnCtx, kind: 'image' | 'text') {
  await limitTries(ctx, `captcha-${kind}`, placeOf(ctx.client.address), limits[kind], limits.seconds)
  const asked = await ctx.shelf.get<{ action: CaptchaAction }>(askedKey(ctx))
  const codeKey = randomBytes(16).toString('base64url')
  const { answer, question } =
    kind === 'text' ? sum() : { answer: String(randomInt(10_000)).padStart(4, '0'), question: '' }
  const captcha: Captcha = { state: 'new', answer, kind, browser: browserOf(ctx), action: asked?.action ?? 'login' }
  await ctx.shelf.put(keyOf(codeKey), captcha, seconds)
  const relativeUrl = kind === 'text' ? '' : `/api/users/captchaImage?codeKey=${codeKey}`
  return { codeKey, relativeUrl, imgUrl: relativeUrl && ctx.client.origin + relativeUrl, question }
}

const digits = '零一二三四五六七八九'
/** For those who cannot read the picture: a question that a screen reader can say. */
function sum() {
  const [a, b] = [randomInt(1, 10), randomInt(1, 10)]
  return { answer: String(a + b), question: `${digits[a]}加${digits[b]}等于几？请填写数字` }
}

/** The picture of a puzzle. It is drawn once: two pictures of one answer are easier to read for a machine. */
export async function drawCaptcha(ctx: OwnCtx, codeKey: string): Promise<Raw> {
  const captcha = await ctx.shelf.move<Captcha>(keyOf(codeKey), 'new', { state: 'drawn' })
  if (captcha?.kind !== 'image') throw notFound('验证码')
  return { type: 'image/png', bytes: await drawDigits(captcha.answer) }
}

/** Lets pass who solved a puzzle that was made for this browser and this purpose; right or wrong, it is gone then. */
export async function demandCaptcha(ctx: OwnCtx, action: CaptchaAction) {
  const { captcha } = ctx.client
  if (captcha) {
    const made = await ctx.shelf.take<Captcha>(keyOf(captcha.key))
    const isRight = made?.answer === captcha.answer.trim() && made.browser === browserOf(ctx) && made.action === action
    if (isRight) return
  }
  await ctx.shelf.put(askedKey(ctx), { action }, 600)
  throw new Refusal(captcha ? '验证码错误或已过期，请重新输入' : '请输入验证码', Ret.captchaNeeded)
}

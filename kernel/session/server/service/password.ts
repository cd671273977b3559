import { Refusal, tooMany } from '#packages/core'
import { passwordMatches } from '#packages/crypto'
import { inDistrict } from '#packages/db'
import { hashOf, type OwnCtx } from '#packages/http'
import {
  countTry,
  districtsOf,
  findAccount,
  findPersonOfAccount,
  forgetTries,
  uncountTry,
  type Account,
} from '#kernel/identity/server'
import type { LoginForm } from '../../contract.ts'
import { placeOf } from '../device.ts'
import { afterwards } from './afterwards.ts'
import { arrive, type Arrival } from './arrive.ts'
import { demandCaptcha } from './captcha.ts'
import { noteLogin } from './login-log.ts'
import { tell } from './notices.ts'

const windowSeconds = 15 * 60
const captchaAfter = 3
const lockAfter = 10
/** A school sits behind one address, a city behind one name: many mistakes there mean a captcha, not a lock. */
const captchaAfterFromPlace = 60
const captchaAfterAtHost = 3000

/** The password door. */
export async function signInByPassword(ctx: OwnCtx, form: LoginForm, further: Partial<Arrival> = {}) {
  const { id: accountId } = await checkPassword(ctx, form)
  return arrive(ctx, { accountId, door: 'password', factors: ['password'], ...further })
}

/** The account that a name and a password open. Every door with a password goes through here, so all share one limit. */
export async function checkPassword(ctx: OwnCtx, { userName, userPwd }: LoginForm): Promise<Account> {
  const account = await findAccount(ctx.cells, userName)
  // Unknown names are counted, slowed and locked just like known ones.
  const who = account?.id ?? hashOf(userName.normalize('NFKC').trim().toLowerCase()).toString('base64url')
  await guardPassword(ctx, who, account)
  if (!(await passwordMatches(account?.passwordHash, userPwd)) || !account) {
    if (account) noteFailure(ctx, account.id, 'wrong-password')
    throw new Refusal('用户名或密码错误')
  }
  await forgetTries(ctx, 'password', who)
  await giveBack(ctx)
  return account
}

/** Counts the try before it is made; too many need a captcha, and then have to wait. */
export async function guardPassword(ctx: OwnCtx, who: string, account: Pick<Account, 'id'> | undefined) {
  const own = await countTry(ctx, 'password', who, windowSeconds)
  const place = await countTry(ctx, 'place', placeOf(ctx.client.address), windowSeconds)
  const host = await countTry(ctx, 'host', ctx.client.siteOwner, windowSeconds)
  if (own.count > lockAfter || (own.isFallback && own.count > captchaAfter)) {
    await giveBack(ctx)
    if (account) noteFailure(ctx, account.id, 'locked')
    const minutes = Math.ceil(own.secondsLeft / 60)
    throw tooMany(`密码错误次数过多，请${minutes}分钟后再试，或改用扫码、钉钉、短信登录`, own.secondsLeft)
  }
  const isSuspicious =
    own.count > captchaAfter || place.count > captchaAfterFromPlace || host.count > captchaAfterAtHost
  if (!isSuspicious) return
  try {
    await demandCaptcha(ctx, 'login')
  } catch (refusal) {
    await uncountTry(ctx, 'password', who) // nothing was guessed
    await giveBack(ctx)
    throw refusal
  }
}

export async function giveBack(ctx: OwnCtx) {
  await uncountTry(ctx, 'place', placeOf(ctx.client.address))
  await uncountTry(ctx, 'host', ctx.client.siteOwner)
}

const lockedText =
  '您的账号密码错误次数过多，密码登录已锁定15分钟，扫码、钉钉、短信登录不受影响。如非本人操作，请尽快修改密码。'

/** Writes down a failure, and tells the owner of a lock once. After the answer: it must not tell which names are ours. */
function noteFailure(ctx: OwnCtx, accountId: string, outcome: 'wrong-password' | 'locked') {
  afterwards(ctx, 'a failure was not noted', async () => {
    const [district] = await districtsOf(ctx.cells, accountId)
    if (!district) return
    if (outcome === 'locked' && (await countTry(ctx, 'lock-told', accountId, windowSeconds)).count > 1) return
    const phone = await inDistrict(ctx.cells, district, async (db) => {
      await noteLogin(ctx, db, { account_id: accountId, door: 'password', outcome })
      return (await findPersonOfAccount({ db, districtId: district }, accountId))?.phone
    })
    if (outcome === 'locked' && phone) tell(ctx, district, phone, lockedText)
  })
}

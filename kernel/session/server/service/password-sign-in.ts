import { Refusal, tooMany } from '#packages/core'
import { isPasswordCorrect } from '#packages/crypto'
import { inDistrict } from '#packages/db'
import { hashToken, type RequestCtx } from '#packages/http'
import {
  countAttempt,
  listAccountDistricts,
  findAccount,
  resetAttempts,
  uncountAttempt,
  type Account,
} from '#kernel/identity/server/api.ts'
import type { LoginForm } from '../../contract.ts'
import { getNetwork } from '../device-name.ts'
import { runAfterAnswer } from './run-after-answer.ts'
import { completeSignIn, type SignInAttempt } from './complete-sign-in.ts'
import { requireCaptcha } from './captcha.ts'
import { recordRefusedLogin } from './login-log.ts'
import { notifyBySms } from './sms-notifications.ts'

const windowSeconds = 15 * 60
const captchaAfter = 3
const lockAfter = 10
/** A school shares one address, so many failures there lead to a captcha and not to a lock. */
const captchaAfterFromNetwork = 60
const captchaAfterAtHost = 3000

export async function signInByPassword(ctx: RequestCtx, form: LoginForm, options: Partial<SignInAttempt> = {}) {
  const { id: accountId } = await checkPassword(ctx, form)
  return completeSignIn(ctx, { accountId, signInMethod: 'password', factors: ['password'], ...options })
}

/** The account of a name and password. All sign-in methods with a password use this, so they share one limit. */
export async function checkPassword(ctx: RequestCtx, { userName, userPwd }: LoginForm): Promise<Account> {
  const account = await findAccount(ctx.cells, userName)
  // Unknown names are counted, slowed down and locked like known ones.
  const who = account?.id ?? hashToken(userName.normalize('NFKC').trim().toLowerCase()).toString('base64url')
  await limitPasswordTries(ctx, who, account)
  if (!(await isPasswordCorrect(account?.passwordHash, userPwd)) || !account) {
    if (account) recordFailure(ctx, account.id, 'wrong-password')
    throw new Refusal('用户名或密码错误')
  }
  await resetAttempts(ctx, 'password', who)
  await uncountNetworkTries(ctx)
  return account
}

/** The rate limit of sign-in: counts the attempt before it is made; too many need a captcha, and then have to wait. */
export async function limitPasswordTries(ctx: RequestCtx, who: string, account: Pick<Account, 'id'> | undefined) {
  const own = await countAttempt(ctx, 'password', who, windowSeconds)
  const network = await countAttempt(ctx, 'network', getNetwork(ctx.client.address), windowSeconds)
  const host = await countAttempt(ctx, 'host', ctx.client.siteOwner, windowSeconds)
  if (own.count > lockAfter || (own.isFallback && own.count > captchaAfter)) {
    await uncountNetworkTries(ctx)
    if (account) recordFailure(ctx, account.id, 'locked')
    const minutes = Math.ceil(own.secondsLeft / 60)
    throw tooMany(`密码错误次数过多，请${minutes}分钟后再试，或改用扫码、钉钉、短信登录`, own.secondsLeft)
  }
  const isSuspicious =
    own.count > captchaAfter || network.count > captchaAfterFromNetwork || host.count > captchaAfterAtHost
  if (!isSuspicious) return
  try {
    await requireCaptcha(ctx, 'login')
  } catch (refusal) {
    await uncountAttempt(ctx, 'password', who) // Not a guess of the password.
    await uncountNetworkTries(ctx)
    throw refusal
  }
}

export async function uncountNetworkTries(ctx: RequestCtx) {
  await uncountAttempt(ctx, 'network', getNetwork(ctx.client.address))
  await uncountAttempt(ctx, 'host', ctx.client.siteOwner)
}

const lockedText =
  '您的账号密码错误次数过多，密码登录已锁定15分钟，扫码、钉钉、短信登录不受影响。如非本人操作，请尽快修改密码。'

/**
 * Records a failure, and notifies the owner of a lock once. After the answer, because timing must not reveal known
 * names.
 */
function recordFailure(ctx: RequestCtx, accountId: string, outcome: 'wrong-password' | 'locked') {
  runAfterAnswer(ctx, 'a failure was not noted', async () => {
    const [district] = await listAccountDistricts(ctx.cells, accountId)
    if (!district) return
    if (outcome === 'locked' && (await countAttempt(ctx, 'lock-told', accountId, windowSeconds)).count > 1) return
    const phone = await inDistrict(ctx.cells, district, async (db) => {
      const facts = { account_id: accountId, sign_in_method: 'password', outcome }
      return (await recordRefusedLogin(ctx, db, district, facts))?.phone
    })
    if (outcome === 'locked' && phone) notifyBySms(ctx, district, phone, lockedText)
  })
}

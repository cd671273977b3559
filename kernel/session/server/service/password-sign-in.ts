import { Refusal, tooMany } from '#packages/core'
import { isPasswordCorrect } from '#packages/crypto'
import { inDistrict, type Cells } from '#packages/db'
import { hashToken, type RequestCtx } from '#packages/http'
import { recordIdentityChange } from '#kernel/audit/server/api.ts'
import {
  countAttempt,
  listAccountDistricts,
  findAccount,
  resetAttempts,
  uncountAttempt,
  type Account,
} from '#kernel/identity/server/api.ts'
import { notifyBySms } from '#kernel/message/server/api.ts'
import type { LoginForm } from '../../contract.ts'
import { getNetwork } from '../device-name.ts'
import { runAfterAnswer } from './run-after-answer.ts'
import { completeSignIn, type SignInAttempt } from './complete-sign-in.ts'
import { requireCaptcha } from './captcha.ts'
import { recordRefusedLogin } from './login-log.ts'
import { createPersonCtx } from './revoke-sessions.ts'

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

interface PasswordAccount {
  id: string
  passwordHash: string | undefined
}

/** What differs between the accounts of the portal and those outside districts. */
export interface PasswordRules<Found extends PasswordAccount> {
  find: (cells: Cells, name: string) => Promise<Found | undefined>
  /** Other ways in, for a user whose password is locked. */
  advice: string
  recordFailure: (ctx: RequestCtx, accountId: string, outcome: 'wrong-password' | 'locked') => void
}

const portalRules: PasswordRules<Account> = {
  find: findAccount,
  advice: '，或改用扫码、钉钉、短信登录',
  recordFailure,
}

/** The account of a name and password. All sign-in methods with a password use this, so they share one limit. */
export const checkPassword = (ctx: RequestCtx, form: LoginForm): Promise<Account> =>
  checkPasswordBy(ctx, form, portalRules)

export async function checkPasswordBy<Found extends PasswordAccount>(
  ctx: RequestCtx,
  { userName, userPwd }: LoginForm,
  rules: PasswordRules<Found>,
): Promise<Found> {
  const account = await rules.find(ctx.cells, userName)
  // Unknown names are counted, slowed down and locked like known ones.
  const who = account?.id ?? hashToken(userName.normalize('NFKC').trim().toLowerCase()).toString('base64url')
  await limitPasswordTries(ctx, who, account, rules)
  if (!(await isPasswordCorrect(account?.passwordHash, userPwd)) || !account) {
    if (account) rules.recordFailure(ctx, account.id, 'wrong-password')
    throw new Refusal('用户名或密码错误')
  }
  await resetAttempts(ctx, 'password', who)
  await uncountNetworkTries(ctx)
  return account
}

/** The rate limit of sign-in: counts the attempt before it is made; too many need a captcha, and then have to wait. */
export async function limitPasswordTries(
  ctx: RequestCtx,
  who: string,
  account: Pick<Account, 'id'> | undefined,
  rules: Pick<PasswordRules<Account>, 'advice' | 'recordFailure'> = portalRules,
) {
  const own = await countAttempt(ctx, 'password', who, windowSeconds)
  const network = await countAttempt(ctx, 'network', getNetwork(ctx.client.address), windowSeconds)
  const host = await countAttempt(ctx, 'host', ctx.client.siteOwner, windowSeconds)
  if (own.count > lockAfter || (own.isFallback && own.count > captchaAfter)) {
    await uncountNetworkTries(ctx)
    if (account) rules.recordFailure(ctx, account.id, 'locked')
    const minutes = Math.ceil(own.secondsLeft / 60)
    throw tooMany(`密码错误次数过多，请${minutes}分钟后再试${rules.advice}`, own.secondsLeft)
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
      const person = await recordRefusedLogin(ctx, db, district, facts)
      if (outcome === 'locked' && person)
        await recordIdentityChange(createPersonCtx(ctx, db, district, accountId, person.id), 'locked')
      return person?.phone
    })
    if (outcome === 'locked' && phone) notifyBySms(ctx, district, phone, lockedText)
  })
}

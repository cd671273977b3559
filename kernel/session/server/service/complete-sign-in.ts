import { newId, Refusal, type DistrictId } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { inDistrict, type Db } from '#packages/db'
import type { RequestCtx } from '#packages/http'
import {
  listAccountDistricts,
  listClosedDistricts,
  findPersonOfAccount,
  getAccount,
  rememberDistrict,
  type Account,
  type DecryptedPerson,
} from '#kernel/identity/server/api.ts'
import { needsTwoFactors, getMembershipPermissions } from '#kernel/access/server/api.ts'
import { listMembershipsOfPerson, type Membership } from '#kernel/staff/server/api.ts'
import { listFamilyIdentities, type FamilyIdentity } from '#kernel/student/server/api.ts'
import type { LoginResult, VerificationMethod } from '../../contract.ts'
import { getNetwork } from '../device-name.ts'
import { hasTwoFactors, hasStrongFactor, withFactor, type Factor } from '../factors.ts'
import { isTrustedDevice, findLastUsedIdentity } from '../session-queries.ts'
import { getLoginSetting } from '../settings.ts'
import { openFamilySession, openStaffSession, presentCodeNeeded, type SignInMethod } from './open-session.ts'
import { recordLoginAttempt, recordRefusedLogin } from './login-log.ts'
import { runAfterAnswer } from './run-after-answer.ts'
import { listAuthenticators, combineMethods, type Authenticator } from './verification-methods.ts'
import { createOneTimeTicket } from './tickets.ts'

export interface SignInAttempt {
  accountId: string
  signInMethod: SignInMethod
  /** Pupils and guardians have their own sign-in page; one person may use both. */
  isFamily?: boolean
  /** The identity to sign in with, if it is still valid; otherwise the last used one. */
  userId?: string
  /** Only this district; otherwise any district of the account, the last used first. */
  district?: DistrictId
  /** Factors proved so far. The strength of the session depends on these, never on the sign-in method. */
  factors: readonly Factor[]
  isTrusted?: boolean
  /** The session that scanned the QR code, and its end: the new session is neither stronger nor longer. */
  scannedBy?: { sessionId: string; expiresAt: Date }
  /** A DingTalk user to bind once the second step is done. */
  binding?: { corpId: string; unionId: string }
}

/**
 * Last part of every sign-in method: the account is known; chooses an identity and opens a session, or asks for a
 * second factor.
 */
export async function completeSignIn(ctx: RequestCtx, attempt: SignInAttempt): Promise<LoginResult> {
  const { cells, now } = ctx
  // Read again, because the account may have been disabled while a code was open.
  const account = await getAccount(cells, attempt.accountId)
  if (!account) {
    recordDisabled(ctx, attempt)
    throw new Refusal('该账号已停用，请联系单位管理员')
  }
  const all = await listAccountDistricts(cells, attempt.accountId)
  // Read here, because the directory is not opened within a district.
  const authenticators = await listAuthenticators(ctx, attempt.accountId)
  const closed = await listClosedDistricts(cells, attempt.accountId)
  const districts = (attempt.district ? [attempt.district] : all).filter((district) => !closed.includes(district))
  for (const district of districts) {
    const result = await inDistrict(cells, district, (db) =>
      signInToDistrict(ctx, db, district, attempt, { account, authenticators }),
    )
    if (!result) continue
    if (!result.needMsg) await rememberDistrict(cells, attempt.accountId, district, now)
    return result.token && !attempt.isFamily && all.length > 1 ? { ...result, switchoverOrg: 1 } : result
  }
  if (districts.length === 0 && closed.length > 0) throw new Refusal('该地区已停用')
  throw new Refusal(
    attempt.isFamily ? '没有找到学生或家长身份，请联系班主任' : '您的账号目前不属于任何单位，请联系单位管理员',
  )
}

/** After the answer, as other refused attempts. */
const recordDisabled = (ctx: RequestCtx, { accountId, signInMethod }: SignInAttempt) =>
  runAfterAnswer(ctx, 'an attempt of a disabled account was not noted', async () => {
    const [district] = await listAccountDistricts(ctx.cells, accountId)
    if (district)
      await inDistrict(ctx.cells, district, (db) =>
        recordRefusedLogin(ctx, db, district, {
          account_id: accountId,
          sign_in_method: signInMethod,
          outcome: 'disabled',
        }),
      )
  })

/** Undefined if the account has no person in this district. */
async function signInToDistrict(
  ctx: RequestCtx,
  db: Db,
  districtId: DistrictId,
  attempt: SignInAttempt,
  { account, authenticators }: { account: Account; authenticators: readonly Authenticator[] },
) {
  const { accountId, signInMethod, isFamily = false } = attempt
  const person = await findPersonOfAccount({ db, districtId }, accountId)
  if (!person) return undefined
  const opening = {
    districtId,
    accountId,
    person,
    signInMethod,
    mustChangePassword: account.mustChangePassword,
    isTrusted: attempt.isTrusted ?? false,
    factors: attempt.factors,
    ...(attempt.scannedBy ? { scannedBy: attempt.scannedBy.sessionId, notAfter: attempt.scannedBy.expiresAt } : {}),
  }
  if (isFamily) {
    const identities = await listFamilyIdentities({ db, now: ctx.now, districtId }, person.id)
    const identity = await chooseIdentity(db, attempt, identities, ['pupil', 'guardian'])
    if (identity?.waitsForGuardian) throw new Refusal('请家长先完成授权')
    if (!identity) return undefined
    const { factors, methods } = await getFamilySecondStep(
      ctx,
      db,
      attempt,
      identity,
      combineMethods(person.phone, authenticators),
    )
    if (methods.length > 0)
      return requestSecondFactor(ctx, db, districtId, attempt, person, identity, { methods, offersTrust: true })
    return (await openFamilySession(ctx, db, { ...opening, factors }, identity)).result
  }
  const membership = await chooseIdentity(db, attempt, await listMembershipsOfPerson({ db, now: ctx.now }, person.id), [
    'staff',
  ])
  if (!membership) return undefined
  const { factors, ...step } = await getStaffSecondStep(
    ctx,
    db,
    attempt,
    membership,
    combineMethods(person.phone, authenticators),
  )
  if (step.methods.length > 0) return requestSecondFactor(ctx, db, districtId, attempt, person, membership, step)
  return (await openStaffSession(ctx, db, { ...opening, factors }, membership)).result
}

async function chooseIdentity<Identity extends { id: string }>(
  db: Db,
  { accountId, userId }: SignInAttempt,
  identities: readonly Identity[],
  kinds: readonly string[],
) {
  const identityId = userId ?? (await findLastUsedIdentity(db, accountId, kinds))?.userId
  return identities.find(({ id }) => id === identityId) ?? identities[0]
}

/**
 * The factors so far, including a trusted browser, and the methods for a second step; none is needed if `methods` is
 * empty.
 */
interface SecondStep {
  factors: readonly Factor[]
  methods: readonly VerificationMethod[]
  /** Whether trusting the browser avoids the next second step. */
  offersTrust: boolean
}

/**
 * People with permissions that need two factors prove two on every browser; others need more than a password on an
 * unknown browser. A person without another method can sign in, but without those permissions (see `openStaffSession`).
 */
async function getStaffSecondStep(
  ctx: RequestCtx,
  db: Db,
  attempt: SignInAttempt,
  membership: Membership,
  all: readonly VerificationMethod[],
): Promise<SecondStep> {
  const { accountId, factors, binding, scannedBy } = attempt
  const methods = all.filter((method) => !factors.includes(method))
  const enough = { factors, methods: [], offersTrust: false }
  // The scanning session was checked already, and this session is no stronger than that one.
  if (hasTwoFactors(factors) || scannedBy) return enough
  // A binding opens the account later on, so a password alone is never enough for it.
  if (binding) return { factors, methods, offersTrust: true }
  const { permissions } = await getMembershipPermissions({ app: ctx.app, db, now: ctx.now }, membership)
  if (needsTwoFactors(ctx, permissions)) return { factors, methods, offersTrust: false }
  if (hasStrongFactor(factors) || membership.noSecondStep) return enough
  const { secondStep } = await getLoginSetting({ app: ctx.app, db }, membership.orgPath)
  if (secondStep === 'always') return { factors, methods, offersTrust: false }
  const { client, now } = ctx
  if (
    await isTrustedDevice(
      db,
      { accountId, browserHash: client.browserHash(), network: getNetwork(client.address) },
      now,
    )
  )
    return { ...enough, factors: withFactor(factors, 'device') }
  return secondStep === 'off' ? enough : { factors, methods, offersTrust: true }
}

/**
 * A guardian with a phone proves it on a browser that is not trusted. Only the browser counts, because phones change
 * networks all day. Pupils have no second step.
 */
async function getFamilySecondStep(
  ctx: RequestCtx,
  db: Db,
  { accountId, factors }: SignInAttempt,
  { kind }: FamilyIdentity,
  methods: readonly VerificationMethod[],
): Promise<Pick<SecondStep, 'factors' | 'methods'>> {
  if (kind === 'pupil' || hasStrongFactor(factors)) return { factors, methods: [] }
  if (await isTrustedDevice(db, { accountId, browserHash: ctx.client.browserHash() }, ctx.now))
    return { factors: withFactor(factors, 'device'), methods: [] }
  return { factors, methods }
}

async function requestSecondFactor(
  ctx: RequestCtx,
  db: Db,
  district: DistrictId,
  { accountId, binding, signInMethod, factors, isFamily = false }: SignInAttempt,
  person: DecryptedPerson,
  { id: userId, orgId }: Pick<Membership, 'id' | 'orgId'>,
  { methods, offersTrust }: Pick<SecondStep, 'methods' | 'offersTrust'>,
) {
  const fields = await loadFieldCipher(db, district)
  const id = newId()
  const facts = {
    id,
    account_id: accountId,
    user_id: userId,
    browser_hash: ctx.client.browserHash(),
    phone: methods.includes('sms') ? fields.encrypt('ticket.phone', person.phone, id) : null,
    facts: { signInMethod, factors, isFamily, ...(binding ? { binding } : {}) },
  }
  const token = await createOneTimeTicket(db, district, 'second-step', { ...facts, seconds: 600 }, ctx.now)
  await recordLoginAttempt(ctx, db, {
    account_id: accountId,
    person_id: person.id,
    user_id: userId,
    org_id: orgId,
    sign_in_method: signInMethod,
    outcome: 'code-needed',
  })
  return presentCodeNeeded(ctx, token, methods.includes('sms') ? person.phone : '', { methods, offersTrust })
}

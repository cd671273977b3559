import { Refusal, tooMany, type Ctx, type DistrictId } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { inDistrict } from '#packages/db'
import type { RequestCtx } from '#packages/http'
import { recordOperation } from '#kernel/audit/server/api.ts'
import {
  changePassword,
  countAttempt,
  resetAttempts,
  limitAttempts,
  addPupilIdentifiers,
  openAccountByPhone,
  openPupilAccount,
  normaliseLoginName,
  refuseSharedAccount,
  refuseWeakPassword,
  uncountAttempt,
} from '#kernel/identity/server/api.ts'
import { findDistrictByAddress } from '#kernel/org/server/api.ts'
import { findActivation, registerGuardian, consumeActivation } from '#kernel/student/server/api.ts'
import { sessionApi } from '../../contract.ts'
import { isPhoneAgent, getNetwork } from '../device-name.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { beginOpenCode, verifyCode, trustCurrentDevice } from './one-time-codes.ts'
import { createPersonCtx, revokeSessionsEverywhere, enqueueSessionRevocation } from './revoke-sessions.ts'
import { getPasswordGuesses } from './password-guesses.ts'
import { ticketExpired } from './tickets.ts'

/**
 * The district of an unknown caller: that of the host. A host without a district, for example a developer's, belongs to
 * the first district.
 */
async function getDistrictOfHost(ctx: RequestCtx): Promise<DistrictId> {
  const district = (await findDistrictByAddress(ctx.cells, ctx.client.host)) ?? (await ctx.cells.anyDistrict(0))
  if (district === undefined) throw ticketExpired()
  return district
}

/** Sends a code to any number, because anybody may become a guardian. */
export async function sendFamilyCode(ctx: RequestCtx, phone: string) {
  const { token, retryAfter } = await beginOpenCode(ctx, await getDistrictOfHost(ctx), phone, 'family-login')
  return { msgId: token, retryAfter }
}

/** Sends a code to whoever registers a company. */
export async function sendRegistrationCode(ctx: RequestCtx, phone: string) {
  const { token, retryAfter } = await beginOpenCode(ctx, await getDistrictOfHost(ctx), phone, 'developer')
  return { msgId: token, retryAfter }
}

/** The number that the code was sent to. The code is used up. */
export async function proveDeveloperPhone(ctx: RequestCtx, token: string, code: string) {
  const { phone } = await openProvedPhone(ctx, token, code, 'developer')
  return phone
}

async function openProvedPhone(ctx: RequestCtx, token: string, code: string, kind: 'family-login' | 'developer') {
  const { ticket, district } = await verifyCode(ctx, token, code, [kind])
  const fields = await inDistrict(ctx.cells, district, (db) => loadFieldCipher(db, district), { readOnly: true })
  return { district, phone: fields.decrypt('ticket.phone', ticket.phone!, ticket.id) }
}

/** The code proved the number: signs in to its account or creates one, with a guardian in this district. */
export async function signInAsGuardian(ctx: RequestCtx, token: string, code: string) {
  const { district, phone } = await openProvedPhone(ctx, token, code, 'family-login')
  const { accountId, result: guardianId } = await openAccountByPhone(
    ctx,
    district,
    phone,
    async (inside, accountId) => {
      const { id, personId, isNew } = await registerGuardian(inside, accountId, phone)
      if (isNew) await recordFamilyOperation(inside, personId, sessionApi.familyCode, id)
      return id
    },
  )
  // The guardian's own phone becomes a trusted device, also for later sign-ins by password.
  if (isPhoneAgent(ctx.client.agent))
    await inDistrict(ctx.cells, district, (db) => trustCurrentDevice(ctx, db, district, accountId))
  return completeSignIn(ctx, {
    accountId,
    signInMethod: 'sms',
    isFamily: true,
    factors: ['sms'],
    district,
    userId: guardianId,
  })
}

const recordFamilyOperation = (
  inside: Ctx,
  personId: string,
  { path, title }: { path: string; title: string },
  id: string,
) => recordOperation({ ...inside, actor: { ...inside.actor, personId } }, { route: path, title, objectIds: [id] })

const waitSeconds = 15 * 60
const maxTriesPerName = 5
const maxTriesPerNetwork = 200

interface ActivationForm {
  userName: string
  code: string
  password: string
}

/**
 * A pupil opens the account with the code of the account slip. An existing account gets a new password, and its
 * sessions end.
 */
export async function activatePupil(ctx: RequestCtx, { userName: typed, code, password }: ActivationForm) {
  const userName = normaliseLoginName(typed)
  const district = await getDistrictOfHost(ctx)
  await limitAttempts(ctx, 'activate-network', getNetwork(ctx.client.address), maxTriesPerNetwork, 3600)
  const { count, secondsLeft } = await countAttempt(ctx, 'activate', userName, waitSeconds)
  if (count > maxTriesPerName)
    throw tooMany(`激活码错误次数过多，请${Math.ceil(secondsLeft / 60)}分钟后再试`, secondsLeft)
  const pupil = await inDistrict(
    ctx.cells,
    district,
    async (db) => {
      const found = await findActivation({ db, now: ctx.now, districtId: district }, { userName, code })
      if (!found) return undefined
      const { personId: id, guesses } = found
      return { ...found, guesses: await getPasswordGuesses({ db, now: ctx.now }, { id, guesses }) }
    },
    { readOnly: true },
  )
  if (!pupil) throw new Refusal('用户名或激活码不正确，或激活码已过期')
  try {
    refuseWeakPassword('password', password, pupil.guesses)
  } catch (refusal) {
    await uncountAttempt(ctx, 'activate', userName) // Not a guess of the code.
    throw refusal
  }
  const { studentId, personId, loginName, studentNo } = pupil
  const accountId = pupil.accountId
    ? await resetPupilPassword(ctx, district, { ...pupil, accountId: pupil.accountId }, { code, password })
    : await openPupilAccount(ctx, district, { personId, loginName, studentNo, password }, async (inside) => {
        await recordFamilyOperation(inside, personId, sessionApi.activatePupil, studentId)
        return consumeActivation(inside, studentId, code)
      })
  await resetAttempts(ctx, 'activate', userName)
  return completeSignIn(ctx, {
    accountId,
    signInMethod: 'password',
    isFamily: true,
    factors: ['slip'],
    district,
    userId: studentId,
  })
}

interface PupilWithAccount {
  accountId: string
  studentId: string
  personId: string
  loginName: string
  studentNo: string
}

async function resetPupilPassword(
  ctx: RequestCtx,
  district: DistrictId,
  pupil: PupilWithAccount,
  { code, password }: Omit<ActivationForm, 'userName'>,
) {
  const { accountId, studentId, personId } = pupil
  await refuseSharedAccount(ctx.cells, accountId)
  await addPupilIdentifiers(ctx.cells, accountId, pupil)
  const ending = { accountId, by: 'password' } as const
  await enqueueSessionRevocation(ctx, district, ending)
  await inDistrict(ctx.cells, district, async (db) => {
    const inside = createPersonCtx(ctx, db, district, accountId, personId)
    if (!(await consumeActivation(inside, studentId, code))) throw new Refusal('激活码刚刚已被使用')
    await recordFamilyOperation(inside, personId, sessionApi.activatePupil, studentId)
  })
  await changePassword(ctx.cells, accountId, password)
  await resetAttempts(ctx, 'password', accountId)
  await revokeSessionsEverywhere(ctx, { ...ending, change: 'password-reset' })
  return accountId
}

import { Refusal, tooMany, type Ctx, type DistrictId } from '#packages/core'
import { fieldsOf } from '#packages/crypto'
import { inDistrict } from '#packages/db'
import type { OwnCtx } from '#packages/http'
import { recordOperation } from '#kernel/audit/server'
import {
  changePassword,
  countTry,
  forgetTries,
  limitTries,
  nameOfPupil,
  openByPhone,
  openPupilAccount,
  plainName,
  refuseSharedAccount,
  refuseWeakPassword,
  uncountTry,
} from '#kernel/identity/server'
import { districtOfAddress } from '#kernel/org/server'
import { findActivation, registerGuardian, useActivation } from '#kernel/student/server'
import { sessionApi } from '../../contract.ts'
import { isPhone, placeOf } from '../device.ts'
import { arrive } from './arrive.ts'
import { beginFamily, proveCode, rememberDevice } from './codes.ts'
import { actingFor, endEverywhere, prepareEnding } from './endings.ts'
import { guessesOf } from './guesses.ts'
import { overdue } from './tickets.ts'

/**
 * Where somebody who is not known yet belongs: the district that the address leads to. An installation whose address
 * nobody has given to a district, a developer's for one, is its first district's.
 */
async function districtOfVisit(ctx: OwnCtx): Promise<DistrictId> {
  const district = (await districtOfAddress(ctx.cells, ctx.client.host)) ?? (await ctx.cells.anyDistrict(0))
  if (district === undefined) throw overdue()
  return district
}

/** A code to any number: whoever it comes back from is a guardian, or becomes one. */
export async function sendFamilyCode(ctx: OwnCtx, phone: string) {
  const { word, retryAfter } = await beginFamily(ctx, await districtOfVisit(ctx), phone)
  return { msgId: word, retryAfter }
}

/** The number is in hand: it opens the account that it has, or a new one, and in this district a guardian stands behind it. */
export async function signInAsGuardian(ctx: OwnCtx, word: string, code: string) {
  const { ticket, district } = await proveCode(ctx, word, code, ['family-login'])
  const fields = await inDistrict(ctx.cells, district, (db) => fieldsOf(db, district), { readOnly: true })
  const phone = fields.decrypt('ticket.phone', ticket.phone!, ticket.id)
  const { accountId, result: guardianId } = await openByPhone(ctx, district, phone, async (inside, accountId) => {
    const { id, personId, isNew } = await registerGuardian(inside, accountId, phone)
    if (isNew) await note(inside, personId, sessionApi.familyCode, id)
    return id
  })
  // Her own phone: it is known from now on, also when she comes with a password.
  if (isPhone(ctx.client.agent))
    await inDistrict(ctx.cells, district, (db) => rememberDevice(ctx, db, district, accountId))
  return arrive(ctx, { accountId, door: 'sms', isFamily: true, factors: ['sms'], district, userId: guardianId })
}

const note = (inside: Ctx, personId: string, { path, title }: { path: string; title: string }, id: string) =>
  recordOperation({ ...inside, actor: { ...inside.actor, personId } }, { route: path, title, objectIds: [id] })

const waitSeconds = 15 * 60
const triesOfNumber = 5
const triesOfPlace = 200

interface Slip {
  userName: string
  code: string
  password: string
}

/** With the word of the slip a pupil opens the account; one who has an account gets a new password, and what is open ends. */
export async function activatePupil(ctx: OwnCtx, { userName: typed, code, password }: Slip) {
  const userName = plainName(typed)
  const district = await districtOfVisit(ctx)
  await limitTries(ctx, 'activate-place', placeOf(ctx.client.address), triesOfPlace, 3600)
  const { count, secondsLeft } = await countTry(ctx, 'activate', userName, waitSeconds)
  if (count > triesOfNumber)
    throw tooMany(`激活码错误次数过多，请${Math.ceil(secondsLeft / 60)}分钟后再试`, secondsLeft)
  const pupil = await inDistrict(
    ctx.cells,
    district,
    async (db) => {
      const found = await findActivation({ db, now: ctx.now, districtId: district }, { userName, code })
      if (!found) return undefined
      const { personId: id, guesses } = found
      return { ...found, guesses: await guessesOf({ db, now: ctx.now }, { id, guesses }) }
    },
    { readOnly: true },
  )
  if (!pupil) throw new Refusal('用户名或激活码不正确，或激活码已过期')
  try {
    refuseWeakPassword('password', password, pupil.guesses)
  } catch (refusal) {
    await uncountTry(ctx, 'activate', userName) // nothing was guessed
    throw refusal
  }
  const { studentId, personId, loginName, studentNo } = pupil
  const accountId = pupil.accountId
    ? await renewPassword(ctx, district, { ...pupil, accountId: pupil.accountId }, { code, password })
    : await openPupilAccount(ctx, district, { personId, loginName, studentNo, password }, async (inside) => {
        await note(inside, personId, sessionApi.activatePupil, studentId)
        return useActivation(inside, studentId, code)
      })
  await forgetTries(ctx, 'activate', userName)
  return arrive(ctx, { accountId, door: 'password', isFamily: true, factors: ['slip'], district, userId: studentId })
}

interface KnownPupil {
  accountId: string
  studentId: string
  personId: string
  loginName: string
  studentNo: string
}

async function renewPassword(
  ctx: OwnCtx,
  district: DistrictId,
  pupil: KnownPupil,
  { code, password }: Omit<Slip, 'userName'>,
) {
  const { accountId, studentId, personId } = pupil
  await refuseSharedAccount(ctx.cells, accountId)
  await nameOfPupil(ctx.cells, accountId, pupil)
  const ending = { accountId, by: 'password' } as const
  await prepareEnding(ctx, district, ending)
  await inDistrict(ctx.cells, district, async (db) => {
    const inside = actingFor(ctx, db, district, accountId, personId)
    if (!(await useActivation(inside, studentId, code))) throw new Refusal('激活码刚刚已被使用')
    await note(inside, personId, sessionApi.activatePupil, studentId)
  })
  await changePassword(ctx.cells, accountId, password)
  await forgetTries(ctx, 'password', accountId)
  await endEverywhere(ctx, { ...ending, change: 'password-reset' })
  return accountId
}

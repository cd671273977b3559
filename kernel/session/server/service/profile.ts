import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { RawAnswer, Upload } from '#packages/contract'
import { orNotFound, idCardSex, invalid, notFound, Refusal, type Ctx, type FirstStep } from '#packages/core'
import { isPasswordCorrect } from '#packages/crypto'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import { recordIdentityChange, recordOperation } from '#kernel/audit/server/api.ts'
import {
  changePassword,
  changePhoneOfAccount,
  claimIdCard,
  resetAttempts,
  updateAvatar,
  updatePhone,
  updateSex,
  limitAttempts,
  maskPhone,
  getAccount,
  getPerson,
  maskIdCard,
  refuseWeakPassword,
  type DecryptedPerson,
} from '#kernel/identity/server/api.ts'
import { notifyOfNewPhone } from '#kernel/message/server/api.ts'
import { findMembership } from '#kernel/staff/server/api.ts'
import { sessionApi } from '../../contract.ts'
import { updatePendingSteps } from '../session-queries.ts'
import { deleteAvatarFile, readAvatarFile, storeAvatarFile } from '../avatar-store.ts'
import { revokeSessionsEverywhere, enqueueSessionRevocation } from './revoke-sessions.ts'
import { getPasswordGuesses } from './password-guesses.ts'
import { uncountNetworkTries, limitPasswordTries } from './password-sign-in.ts'
import { requirePhoneProofs } from './step-up.ts'

/** Stores the ID number as a claim: during the first sign-in, or later from the personal page. */
export async function changeIdCard(ctx: RequestCtx, idCard: string) {
  const { districtId, personId, sessionId, pending = [] } = ctx.actor!
  await limitClaims(ctx)
  return inOwnDistrict(ctx, async (own) => {
    const self = orNotFound(await getPerson({ db: own.db, districtId }, personId), '人员')
    await claimIdCard(own, self, idCard)
    await recordIdentityChange(own, 'id-card-claimed')
    await updatePendingSteps(own.db, sessionId, withoutStep(pending, 'id-card'))
    await recordProfileOperation(own, sessionApi.changeIdCard)
    return null
  })
}

const claimsADay = 3

const limitClaims = (ctx: RequestCtx) => limitAttempts(ctx, 'id-card-claim', ctx.actor!.accountId, claimsADay, 86_400)

const withoutStep = (pending: readonly FirstStep[], done: FirstStep) => pending.filter((step) => step !== done)
const recordProfileOperation = (own: Ctx, { path, title }: { path: string; title: string }) =>
  recordOperation(own, { route: path, title, objectIds: [own.actor.personId] })

interface PasswordChange {
  oldPwd: string
  newPwd: string
}

/** Ends all other sessions. This session ends too, except during the first steps. */
export async function updatePassword(ctx: RequestCtx, { oldPwd, newPwd }: PasswordChange) {
  const { accountId, personId, districtId, sessionId, pending = [] } = ctx.actor!
  await limitPasswordTries(ctx, accountId, { id: accountId })
  const account = await getAccount(ctx.cells, accountId)
  if (!(await isPasswordCorrect(account?.passwordHash, oldPwd))) throw invalid([{ field: 'oldPwd', msg: '原密码错误' }])
  await resetAttempts(ctx, 'password', accountId)
  await uncountNetworkTries(ctx)
  if (oldPwd === newPwd) throw invalid([{ field: 'newPwd', msg: '新密码不能与原密码相同' }])
  const guesses = await inOwnDistrict(ctx, async ({ db, now }) => {
    const person = await getPerson({ db, districtId }, personId)
    return person && getPasswordGuesses({ db, now }, person)
  })
  refuseWeakPassword('newPwd', newPwd, guesses)
  const isFirst = pending.includes('password')
  const ending = { accountId, by: 'password', ...(isFirst ? { but: { sessionId, districtId } } : {}) } as const
  await enqueueSessionRevocation(ctx, districtId, ending)
  await changePassword(ctx.cells, accountId, newPwd)
  await inOwnDistrict(ctx, async (own) => {
    if (isFirst) await updatePendingSteps(own.db, sessionId, withoutStep(pending, 'password'))
    await recordProfileOperation(own, sessionApi.updatePwd)
  })
  await revokeSessionsEverywhere(ctx, { ...ending, change: 'password-changed' })
  return null
}

interface ProfileForm {
  fSex: '男' | '女' | ''
  fPhone: string
  fidCard: string
  msgId?: string | undefined
  code?: string | undefined
  file?: unknown
}

export async function updateInfo(ctx: RequestCtx, info: ProfileForm) {
  const { districtId, personId, accountId } = ctx.actor!
  const self = orNotFound(await inOwnDistrict(ctx, ({ db }) => getPerson({ db, districtId }, personId)), '人员')
  const { fSex: sex, fPhone: phone } = info
  const idCard = parseNewIdCard(self, info)
  if (idCard) await limitClaims(ctx)
  const avatar = info.file ? await convertAvatar((info.file as Upload).bytes) : undefined
  const isNewPhone = phone !== '' && phone !== self.phone
  if (isNewPhone) {
    await requirePhoneProofs(ctx, self.phone, phone, info)
    await changePhoneOfAccount(ctx.cells, accountId, phone)
  }
  const avatarKey = avatar && (await storeAvatar(ctx, districtId, personId, avatar))
  await inOwnDistrict(ctx, async (own) => {
    if (sex && sex !== self.sex) await updateSex(own, personId, sex)
    if (isNewPhone) {
      await updatePhone(own, personId, phone)
      await recordIdentityChange(own, 'phone-changed', own.actor, {
        before: maskPhone(self.phone),
        after: maskPhone(phone),
        way: '短信验证码',
      })
    }
    if (idCard) {
      await claimIdCard(own, { ...self, sex: sex || self.sex }, idCard)
      await recordIdentityChange(own, 'id-card-claimed', own.actor, {
        after: maskIdCard(idCard),
        way: '本人填报',
      })
    }
    if (avatarKey) await updateAvatar(own, personId, avatarKey)
    await recordProfileOperation(own, sessionApi.updateInfo)
  })
  if (isNewPhone) notifyOfNewPhone(ctx, districtId, { before: self.phone, after: phone, isByOthers: false })
  if (avatarKey && self.avatarKey) await deleteAvatarFile(ctx, self.avatarKey)
  return null
}

/** The ID number, if it is new; validated before anything is changed. */
function parseNewIdCard(self: DecryptedPerson, { fSex, fidCard }: ProfileForm): string {
  const isNew = fidCard !== '' && fidCard.toUpperCase() !== self.idCard
  if (isNew && self.idCard && !self.idCardIsClaim) throw new Refusal('身份证号已登记，如需更正请联系管理员')
  const number = fidCard || self.idCard
  const sex = fSex || (isNew ? self.sex : '')
  if (sex && number && idCardSex(number) !== sex) throw invalid([{ field: 'fSex', msg: '性别与身份证号性别不符' }])
  return isNew ? fidCard : ''
}

const wrongImageType = () => invalid([{ field: 'file', msg: '上传头像图片只能是 JPG 或 PNG 格式!' }])

/** Draws the image again, small and square, which removes hidden data. */
async function convertAvatar(bytes: Uint8Array): Promise<Buffer> {
  const picture = sharp(bytes, { limitInputPixels: 50_000_000, failOn: 'error' })
  const { format } = await picture.metadata().catch(() => ({ format: undefined }))
  if (format !== 'jpeg' && format !== 'png') throw wrongImageType()
  return picture
    .rotate()
    .resize(200, 200, { fit: 'cover' })
    .jpeg({ quality: 85 })
    .toBuffer()
    .catch(() => {
      throw wrongImageType()
    })
}

async function storeAvatar(ctx: Pick<Ctx, 'app'>, district: number, personId: string, bytes: Buffer) {
  const key = `avatar/${district}/${personId}/${randomBytes(8).toString('hex')}.jpg`
  await storeAvatarFile(ctx, key, bytes)
  return key
}

/** A picture that another person uploaded, converted like an own one. */
export async function savePortrait(ctx: Ctx, personId: string, bytes: Uint8Array) {
  const key = await storeAvatar(ctx, ctx.actor.districtId, personId, await convertAvatar(bytes))
  await updateAvatar(ctx, personId, key)
}

/** The caller's own picture, or that of a colleague in the organisation. */
export async function getAvatar(ctx: RequestCtx, userId: string | undefined): Promise<RawAnswer> {
  const { districtId, personId: ownId, orgId } = ctx.actor!
  const key = await inOwnDistrict(ctx, async (own) => {
    const membership = userId ? await findMembership(own, userId) : undefined
    if (userId && membership?.orgId !== orgId && membership?.personId !== ownId) return undefined
    return (await getPerson({ db: own.db, districtId }, membership?.personId ?? ownId))?.avatarKey
  })
  if (!key) throw notFound('头像')
  return { type: 'image/jpeg', bytes: await readAvatarFile(ctx, key), seconds: 300 }
}

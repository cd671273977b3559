import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { Raw, Upload } from '#packages/contract'
import { found, idCardSex, invalid, notFound, Refusal, type Ctx, type FirstStep } from '#packages/core'
import { passwordMatches } from '#packages/crypto'
import { inOwnDistrict, type OwnCtx } from '#packages/http'
import { recordIdentityChange, recordOperation } from '#kernel/audit/server'
import {
  changePassword,
  changePhoneOfAccount,
  claimIdCard,
  forgetTries,
  keepAvatar,
  keepPhone,
  keepSex,
  limitTries,
  readAccount,
  readPerson,
  refuseWeakPassword,
  type Self,
} from '#kernel/identity/server'
import { findPlace } from '#kernel/staff/server'
import { sessionApi } from '../../contract.ts'
import { setPending } from '../queries.ts'
import { dropPicture, readPicture, storePicture } from '../pictures.ts'
import { endEverywhere, prepareEnding } from './endings.ts'
import { guessesOf } from './guesses.ts'
import { giveBack, guardPassword } from './password.ts'
import { provePhones } from './proofs.ts'

/** Keeps the ID number, as a claim. A step of the first sign-in, or later from the personal page. */
export async function changeIdCard(ctx: OwnCtx, idCard: string) {
  const { districtId, personId, sessionId, pending = [] } = ctx.actor!
  await limitClaims(ctx)
  return inOwnDistrict(ctx, async (own) => {
    const self = found(await readPerson({ db: own.db, districtId }, personId), '人员')
    await claimIdCard(own, self, idCard)
    await recordIdentityChange(own, 'id-card-claimed', ctx.client.address)
    await setPending(own.db, sessionId, without(pending, 'id-card'))
    await note(own, sessionApi.changeIdCard)
    return null
  })
}

const claimsADay = 3

const limitClaims = (ctx: OwnCtx) => limitTries(ctx, 'id-card-claim', ctx.actor!.accountId, claimsADay, 86_400)

const without = (pending: readonly FirstStep[], done: FirstStep) => pending.filter((step) => step !== done)
const note = (own: Ctx, { path, title }: { path: string; title: string }) =>
  recordOperation(own, { route: path, title, objectIds: [own.actor.personId] })

interface PasswordChange {
  oldPwd: string
  newPwd: string
}

/** Everything else that is open ends; during the first steps this session goes on, otherwise it ends too. */
export async function updatePassword(ctx: OwnCtx, { oldPwd, newPwd }: PasswordChange) {
  const { accountId, personId, districtId, sessionId, pending = [] } = ctx.actor!
  await guardPassword(ctx, accountId, { id: accountId })
  const account = await readAccount(ctx.cells, accountId)
  if (!(await passwordMatches(account?.passwordHash, oldPwd))) throw invalid([{ field: 'oldPwd', msg: '原密码错误' }])
  await forgetTries(ctx, 'password', accountId)
  await giveBack(ctx)
  if (oldPwd === newPwd) throw invalid([{ field: 'newPwd', msg: '新密码不能与原密码相同' }])
  const guesses = await inOwnDistrict(ctx, async ({ db, now }) => {
    const person = await readPerson({ db, districtId }, personId)
    return person && guessesOf({ db, now }, person)
  })
  refuseWeakPassword('newPwd', newPwd, guesses)
  const isFirst = pending.includes('password')
  const ending = { accountId, by: 'password', ...(isFirst ? { but: { sessionId, districtId } } : {}) } as const
  await prepareEnding(ctx, districtId, ending)
  await changePassword(ctx.cells, accountId, newPwd)
  await inOwnDistrict(ctx, async (own) => {
    if (isFirst) await setPending(own.db, sessionId, without(pending, 'password'))
    await note(own, sessionApi.updatePwd)
  })
  await endEverywhere(ctx, { ...ending, change: 'password-changed' })
  return null
}

interface Info {
  fSex: '男' | '女' | ''
  fPhone: string
  fidCard: string
  msgId?: string | undefined
  code?: string | undefined
  file?: unknown
}

export async function updateInfo(ctx: OwnCtx, info: Info) {
  const { districtId, personId, accountId } = ctx.actor!
  const self = found(await inOwnDistrict(ctx, ({ db }) => readPerson({ db, districtId }, personId)), '人员')
  const { fSex: sex, fPhone: phone } = info
  const idCard = newIdCard(self, info)
  if (idCard) await limitClaims(ctx)
  const avatar = info.file ? await readAvatar((info.file as Upload).bytes) : undefined
  const isNewPhone = phone !== '' && phone !== self.phone
  if (isNewPhone) {
    await provePhones(ctx, self.phone, phone, info)
    await changePhoneOfAccount(ctx.cells, accountId, phone)
  }
  const avatarKey = avatar && (await storeAvatar(districtId, personId, avatar))
  await inOwnDistrict(ctx, async (own) => {
    const { address } = ctx.client
    if (sex && sex !== self.sex) await keepSex(own, personId, sex)
    if (isNewPhone) {
      await keepPhone(own, personId, phone)
      await recordIdentityChange(own, 'phone-changed', address)
    }
    if (idCard) {
      await claimIdCard(own, { ...self, sex: sex || self.sex }, idCard)
      await recordIdentityChange(own, 'id-card-claimed', address)
    }
    if (avatarKey) await keepAvatar(own, personId, avatarKey)
    await note(own, sessionApi.updateInfo)
  })
  if (avatarKey && self.avatarKey) await dropPicture(self.avatarKey)
  return null
}

/** The ID number, if it is a new one; everything that could be wrong with it is looked at before anything is changed. */
function newIdCard(self: Self, { fSex, fidCard }: Info): string {
  const isNew = fidCard !== '' && fidCard.toUpperCase() !== self.idCard
  if (isNew && self.idCard && !self.idCardIsClaim) throw new Refusal('身份证号已登记，如需更正请联系管理员')
  const number = fidCard || self.idCard
  const sex = fSex || (isNew ? self.sex : '')
  if (sex && number && idCardSex(number) !== sex) throw invalid([{ field: 'fSex', msg: '性别与身份证号性别不符' }])
  return isNew ? fidCard : ''
}

const wrongType = () => invalid([{ field: 'file', msg: '上传头像图片只能是 JPG 或 PNG 格式!' }])

/** Whatever came is drawn anew, small and square: what was hidden in the file stays behind. */
async function readAvatar(bytes: Uint8Array): Promise<Buffer> {
  const picture = sharp(bytes, { limitInputPixels: 50_000_000, failOn: 'error' })
  const { format } = await picture.metadata().catch(() => ({ format: undefined }))
  if (format !== 'jpeg' && format !== 'png') throw wrongType()
  return picture
    .rotate()
    .resize(200, 200, { fit: 'cover' })
    .jpeg({ quality: 85 })
    .toBuffer()
    .catch(() => {
      throw wrongType()
    })
}

async function storeAvatar(district: number, personId: string, bytes: Buffer) {
  const key = `avatar/${district}/${personId}/${randomBytes(8).toString('hex')}.jpg`
  await storePicture(key, bytes)
  return key
}

/** A picture that its owner has not uploaded herself, drawn anew as hers would be. */
export async function keepPortrait(ctx: Ctx, personId: string, bytes: Uint8Array) {
  const key = await storeAvatar(ctx.actor.districtId, personId, await readAvatar(bytes))
  await keepAvatar(ctx, personId, key)
}

/** The picture of a colleague in the organisation one works in, or one's own. */
export async function readAvatarOf(ctx: OwnCtx, userId: string | undefined): Promise<Raw> {
  const { districtId, personId: ownId, orgId } = ctx.actor!
  const key = await inOwnDistrict(ctx, async (own) => {
    const place = userId ? await findPlace(own, userId) : undefined
    if (userId && place?.orgId !== orgId && place?.personId !== ownId) return undefined
    return (await readPerson({ db: own.db, districtId }, place?.personId ?? ownId))?.avatarKey
  })
  if (!key) throw notFound('头像')
  return { type: 'image/jpeg', bytes: await readPicture(key), seconds: 300 }
}

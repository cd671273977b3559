import { createHash } from 'node:crypto'
import { Refusal, unavailable, type Ctx } from '#packages/core'
import { NotAnImage, createPortrait } from '#packages/images'
import type { BodyOf, Upload } from '#packages/contract'
import { loadFieldCipher, type FieldCipher } from '#packages/crypto'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import { isStoreUnavailable } from '#packages/objects/index.ts'
import { recordOperation } from '#kernel/audit/server'
import { faceBytes, facePixels, studentApi, type FaceItem } from '../../../contract.ts'
import { type FaceQuality, getStoredFaces, lockFacePupils, saveFace } from '../../face-write-queries.ts'
import { faceCipherField, openFaceStore, createFaceKey, encryptedContentType } from '../../face-store.ts'
import { orderTerminalDelete, enqueueDiscard } from './review-faces.ts'
import { presentFaces, findFace, requireFaceConsent } from './faces.ts'

/** Terminals want no more, and a smaller picture tells less about a child. */
const maxStoredPixels = 1000
const minBrightness = 50
const maxBrightness = 230
const minSharpness = 30
/** A little wider than high is a square that somebody has cut by hand. */
const maxAspectRatio = 1.1

export interface CheckedFace {
  /** A JPEG, drawn anew: nothing of what came stays but what one sees. */
  jpeg: Buffer
  quality: FaceQuality
}

/**
 * Whether terminals can use a photograph, as far as that can be measured. Whether there is a face on it, one and from the
 * front, nothing here can tell: whoever reviews it sees that, and the terminals say so.
 */
export async function checkFacePhoto(bytes: Uint8Array): Promise<CheckedFace> {
  if (bytes.length < faceBytes.least) throw new Refusal('照片文件过小，请上传原图')
  if (bytes.length > faceBytes.most) throw new Refusal('照片不能超过2MB')
  const { bytes: jpeg, ...measured } = await createPortrait(bytes, maxStoredPixels).catch((error: unknown) => {
    throw error instanceof NotAnImage ? new Refusal('请上传JPG或PNG格式的照片') : error
  })
  const { width, height, sharpness, brightness } = measured
  if (Math.min(width, height) < facePixels) throw new Refusal(`人脸区域过小，照片宽高不少于${facePixels}像素`)
  if (width > height * maxAspectRatio) throw new Refusal('人脸区域过小，请竖拍正面免冠照')
  if (brightness < minBrightness) throw new Refusal('照片过暗')
  if (brightness > maxBrightness) throw new Refusal('照片过亮')
  if (sharpness < minSharpness) throw new Refusal('照片过于模糊')
  return { jpeg, quality: { sum: createHash('sha256').update(bytes).digest('hex'), ...measured } }
}

/** Consent first: without it the picture is not even looked at. */
export async function uploadFace(own: RequestCtx, form: BodyOf<typeof studentApi.uploadFace>): Promise<FaceItem> {
  const { studentId } = form
  const fields = await inOwnDistrict(
    own,
    async (ctx) => {
      requireFaceConsent(await findFace(ctx, studentId))
      return loadFieldCipher(ctx.db, ctx.actor.districtId)
    },
    { readOnly: true },
  )
  const checked = await checkFacePhoto((form.file as Upload).bytes)
  const objectKey = createFaceKey(own.actor!.districtId)
  await storeFacePhoto(objectKey, fields, checked)
  return inOwnDistrict(own, async (ctx) => {
    await saveUploadedFace(ctx, studentId, { objectKey, quality: checked.quality })
    const { path, title } = studentApi.uploadFace
    await recordOperation(ctx, { route: path, title, objectIds: [studentId] })
    const [item] = await presentFaces(ctx, [await findFace(ctx, studentId)])
    return item!
  }).catch(async (error: unknown) => {
    await discardStoredPhoto(objectKey)
    throw error
  })
}

/** Sealed before it leaves our hands: who has the bucket has no picture. */
export async function storeFacePhoto(objectKey: string, fields: FieldCipher, { jpeg }: CheckedFace) {
  try {
    await (
      await openFaceStore()
    ).put(objectKey, fields.encryptBytes(faceCipherField, jpeg, objectKey), encryptedContentType)
  } catch (error) {
    throw isStoreUnavailable(error) ? unavailable() : error
  }
}

/** What was laid down for nothing. If the store is away now, the nightly look finds it. */
export const discardStoredPhoto = async (objectKey: string) => (await openFaceStore()).delete(objectKey).catch(() => {})

/**
 * The row follows the object. Consent is asked for once more, with the pupil held: it may have been taken back while the
 * picture was looked at. A terminal never holds a face that nobody has passed, so the one before is deleted there. The
 * same picture once more changes nothing, also not what was decided about it.
 */
export async function saveUploadedFace(
  ctx: Ctx,
  studentId: string,
  { objectKey, quality }: { objectKey: string; quality: FaceQuality },
) {
  await lockFacePupils(ctx.db, [studentId])
  requireFaceConsent(await findFace(ctx, studentId))
  const before = (await getStoredFaces(ctx.db, [studentId])).get(studentId)
  if (before?.objectKey && before.sum === quality.sum) return enqueueDiscard(ctx, [objectKey])
  await saveFace(ctx.db, { studentId, objectKey, quality, personId: ctx.actor.personId }, ctx.now)
  if (before?.status === 'passed') await orderTerminalDelete(ctx, [studentId])
  await enqueueDiscard(ctx, [before?.objectKey])
}

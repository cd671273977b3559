import { createHash } from 'node:crypto'
import { Refusal, unavailable, type Ctx } from '#packages/core'
import { NotAnImage, createPortrait } from '#packages/images'
import type { BodyOf, Upload } from '#packages/contract'
import { loadFieldCipher, type FieldCipher } from '#packages/crypto'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import { isStoreUnavailable } from '#packages/objects/index.ts'
import { recordOperation } from '#kernel/audit/server/api.ts'
import { faceBytes, facePixels, studentApi, type FaceItem } from '../../../contract.ts'
import { type FaceQuality, getStoredFaces, lockFacePupils, saveFace } from '../../face-write-queries.ts'
import { faceCipherField, openFaceStore, createFaceKey, encryptedContentType } from '../../face-store.ts'
import { orderTerminalDelete, enqueueDiscard } from './review-faces.ts'
import { presentFaces, findFace, requireFaceConsent } from './faces.ts'

/** Terminals need no more pixels, and a smaller picture reveals less about a child. */
const maxStoredPixels = 1000
const minBrightness = 50
const maxBrightness = 230
const minSharpness = 30
/** Allows squares that were cropped by hand and are slightly wider than high. */
const maxAspectRatio = 1.1

export interface CheckedFace {
  /** Re-encoded as JPEG, so that no metadata of the upload is stored. */
  jpeg: Buffer
  quality: FaceQuality
}

/**
 * Checks what can be measured: file size, dimensions, brightness and sharpness. Whether the photo shows exactly one
 * frontal face is not checked here; the reviewer and the terminals decide that.
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

/** Checks the consent before the photo is decoded. */
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
  await storeFacePhoto(own, objectKey, fields, checked)
  return inOwnDistrict(own, async (ctx) => {
    await saveUploadedFace(ctx, studentId, { objectKey, quality: checked.quality })
    const { path, title } = studentApi.uploadFace
    await recordOperation(ctx, { route: path, title, objectIds: [studentId] })
    const [item] = await presentFaces(ctx, [await findFace(ctx, studentId)])
    return item!
  }).catch(async (error: unknown) => {
    await discardStoredPhoto(own, objectKey)
    throw error
  })
}

/** The photo is encrypted before upload: access to the bucket alone does not reveal it. */
export async function storeFacePhoto(
  ctx: Pick<Ctx, 'app'>,
  objectKey: string,
  fields: FieldCipher,
  { jpeg }: CheckedFace,
) {
  try {
    await (
      await openFaceStore(ctx)
    ).put(objectKey, fields.encryptBytes(faceCipherField, jpeg, objectKey), encryptedContentType)
  } catch (error) {
    throw isStoreUnavailable(error) ? unavailable() : error
  }
}

/** Deletes a photo whose transaction failed. If the object store is unavailable, the nightly sweep deletes it. */
export const discardStoredPhoto = async (ctx: Pick<Ctx, 'app'>, objectKey: string) =>
  (await openFaceStore(ctx)).delete(objectKey).catch(() => {})

/**
 * Checks the consent again under the lock, because it may have been withdrawn while the photo was checked. The previous
 * photo is deleted from terminals, because a terminal may only hold reviewed faces. Uploading the same photo again
 * changes nothing, so its review decision stays.
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

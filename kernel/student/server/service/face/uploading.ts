import type { BodyOf, Upload } from '#packages/contract'
import { unavailable, type Ctx } from '#packages/core'
import { fieldsOf, type FieldCipher } from '#packages/crypto'
import { inOwnDistrict, type OwnCtx } from '#packages/http'
import { isStoreAway } from '#packages/objects/index.ts'
import { recordOperation } from '#kernel/audit/server'
import { studentApi, type FaceItem } from '../../../contract.ts'
import { facesOf, holdPupils, saveFace, type Quality } from '../../face-change-queries.ts'
import { faceField, faceObjects, newFaceKey, sealedType } from '../../face-store.ts'
import { judgeFace, type JudgedFace } from './judging.ts'
import { orderDelete } from './ordering.ts'
import { presentFaces } from './presenting.ts'
import { findFace, requireConsent } from './reach.ts'
import { discard } from './removing.ts'

/** Consent first: without it the picture is not even looked at. */
export async function uploadFace(own: OwnCtx, form: BodyOf<typeof studentApi.uploadFace>): Promise<FaceItem> {
  const { studentId } = form
  const fields = await inOwnDistrict(
    own,
    async (ctx) => {
      requireConsent(await findFace(ctx, studentId))
      return fieldsOf(ctx.db, ctx.actor.districtId)
    },
    { readOnly: true },
  )
  const judged = await judgeFace((form.file as Upload).bytes)
  const objectKey = newFaceKey(own.actor!.districtId)
  await layDown(objectKey, fields, judged)
  return inOwnDistrict(own, async (ctx) => {
    await takeFace(ctx, studentId, { objectKey, quality: judged.quality })
    const { path, title } = studentApi.uploadFace
    await recordOperation(ctx, { route: path, title, objectIds: [studentId] })
    const [item] = await presentFaces(ctx, [await findFace(ctx, studentId)])
    return item!
  }).catch(async (error: unknown) => {
    await letGo(objectKey)
    throw error
  })
}

/** Sealed before it leaves our hands: who has the bucket has no picture. */
export async function layDown(objectKey: string, fields: FieldCipher, { jpeg }: JudgedFace) {
  try {
    await (await faceObjects()).put(objectKey, fields.encryptBytes(faceField, jpeg, objectKey), sealedType)
  } catch (error) {
    throw isStoreAway(error) ? unavailable() : error
  }
}

/** What was laid down for nothing. If the store is away now, the nightly look finds it. */
export const letGo = async (objectKey: string) => (await faceObjects()).delete(objectKey).catch(() => {})

/**
 * The row follows the object. Consent is asked for once more, with the pupil held: it may have been taken back while the
 * picture was looked at. A terminal never holds a face that nobody has passed, so the one before is deleted there. The
 * same picture once more changes nothing, also not what was decided about it.
 */
export async function takeFace(
  ctx: Ctx,
  studentId: string,
  { objectKey, quality }: { objectKey: string; quality: Quality },
) {
  await holdPupils(ctx.db, [studentId])
  requireConsent(await findFace(ctx, studentId))
  const before = (await facesOf(ctx.db, [studentId])).get(studentId)
  if (before?.objectKey && before.sum === quality.sum) return discard(ctx, [objectKey])
  await saveFace(ctx.db, { studentId, objectKey, quality, personId: ctx.actor.personId }, ctx.now)
  if (before?.status === 'passed') await orderDelete(ctx, [studentId])
  await discard(ctx, [before?.objectKey])
}

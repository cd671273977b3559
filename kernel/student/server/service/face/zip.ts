import type { BodyOf, QueryOf, Upload } from '#packages/contract'
import { found, newId, Refusal, unavailable, type Ctx } from '#packages/core'
import { fieldsOf } from '#packages/crypto'
import { inOwnDistrict, type OwnCtx } from '#packages/http'
import { isStoreAway } from '#packages/objects/index.ts'
import { faceZipBytes, type FaceOutcome, type studentApi } from '../../../contract.ts'
import { faceObjects, pieceKey, sealedType, zipField } from '../../face-store.ts'
import { countOpenZips, insertZip, ownZip, ownZipOfTask, startZip } from '../../face-zip-queries.ts'
import { openOutcome } from './outcome.ts'
import { schoolAsked } from './reach.ts'
import { readZip } from './zip-task.ts'

const openAtMost = 5

/** How many pieces a zip comes in. */
const piecesOf = (bytes: number) => Math.ceil(bytes / faceZipBytes.piece)

export async function beginFaces(ctx: Ctx, { orgId, bytes }: BodyOf<typeof studentApi.beginFaces>) {
  const { actor, db, now } = ctx
  const school = await schoolAsked(ctx, orgId)
  if ((await countOpenZips(db, actor.personId)) >= openAtMost) throw new Refusal('未完成的批量上传过多，请稍后再试')
  const id = newId()
  await insertZip(db, { id, orgId: school, personId: actor.personId, bytes }, now)
  return { id, pieces: piecesOf(bytes) }
}

/** Each piece is sealed as it comes in. */
export async function sendFaces(own: OwnCtx, { id, piece, file }: BodyOf<typeof studentApi.sendFaces>) {
  const { bytes } = file as Upload
  const { personId, districtId } = own.actor!
  const fields = await inOwnDistrict(
    own,
    async (ctx) => {
      const zip = found(await ownZip(ctx.db, personId, id), '上传')
      if (zip.taskId) throw new Refusal('压缩包正在处理')
      if (bytes.length !== lengthOf(zip.bytes, piece)) throw new Refusal('文件分片不完整，请重新上传')
      return fieldsOf(ctx.db, districtId)
    },
    { readOnly: true },
  )
  const key = pieceKey(districtId, id, piece)
  const sealed = fields.encryptBytes(zipField, bytes, key)
  try {
    await (await faceObjects()).put(key, sealed, sealedType)
  } catch (error) {
    throw isStoreAway(error) ? unavailable() : error
  }
  return null
}

const lengthOf = (bytes: number, piece: number) =>
  Math.min(faceZipBytes.piece, Math.max(0, bytes - piece * faceZipBytes.piece))

export async function uploadFaces(ctx: Ctx, { id }: BodyOf<typeof studentApi.uploadFaces>) {
  found(await ownZip(ctx.db, ctx.actor.personId, id), '上传')
  const taskId = await readZip.start(ctx, { title: '批量上传人脸照片', data: { zipId: id } })
  if (!(await startZip(ctx.db, id, taskId))) throw new Refusal('压缩包正在处理')
  return { taskId }
}

export async function readOutcome(
  ctx: Ctx,
  { taskId }: QueryOf<typeof studentApi.faceOutcome>,
): Promise<FaceOutcome | null> {
  const zip = found(await ownZipOfTask(ctx.db, ctx.actor.personId, taskId), '上传')
  return zip.endedAt ? openOutcome(await fieldsOf(ctx.db, ctx.actor.districtId), zip) : null
}

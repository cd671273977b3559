import type { BodyOf, QueryOf, Upload } from '#packages/contract'
import { orNotFound, newId, Refusal, unavailable, type Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import { isStoreUnavailable } from '#packages/objects/index.ts'
import { faceZipBytes, type FaceZipOutcome, type studentApi } from '../../../contract.ts'
import { openFaceStore, getZipPieceKey, encryptedContentType, zipCipherField } from '../../face-store.ts'
import { countOpenZips, insertZip, findOwnZip, findOwnZipOfTask, markFaceZipStarted } from '../../face-zip-queries.ts'
import { decryptOutcome } from './face-zip-files.ts'
import { requireFaceSchool } from './faces.ts'
import { faceZipTask } from './face-zip-task.ts'

const maxOpenZips = 5

const countPieces = (bytes: number) => Math.ceil(bytes / faceZipBytes.piece)

export async function beginFaceZip(ctx: Ctx, { orgId, bytes }: BodyOf<typeof studentApi.beginFaceZip>) {
  const { actor, db, now } = ctx
  const school = await requireFaceSchool(ctx, orgId)
  if ((await countOpenZips(db, actor.personId)) >= maxOpenZips) throw new Refusal('未完成的批量上传过多，请稍后再试')
  const id = newId()
  await insertZip(db, { id, orgId: school, personId: actor.personId, bytes }, now)
  return { id, pieces: countPieces(bytes) }
}

/** Each piece is encrypted before it is stored. */
export async function receiveFaceZipPiece(
  own: RequestCtx,
  { id, piece, file }: BodyOf<typeof studentApi.sendFaceZipPiece>,
) {
  const { bytes } = file as Upload
  const { personId, districtId } = own.actor!
  const fields = await inOwnDistrict(
    own,
    async (ctx) => {
      const zip = orNotFound(await findOwnZip(ctx.db, personId, id), '上传')
      if (zip.taskId) throw new Refusal('压缩包正在处理')
      if (bytes.length !== getPieceLength(zip.bytes, piece)) throw new Refusal('文件分片不完整，请重新上传')
      return loadFieldCipher(ctx.db, districtId)
    },
    { readOnly: true },
  )
  const key = getZipPieceKey(districtId, id, piece)
  const sealed = fields.encryptBytes(zipCipherField, bytes, key)
  try {
    await (await openFaceStore(own)).put(key, sealed, encryptedContentType)
  } catch (error) {
    throw isStoreUnavailable(error) ? unavailable() : error
  }
  return null
}

const getPieceLength = (bytes: number, piece: number) =>
  Math.min(faceZipBytes.piece, Math.max(0, bytes - piece * faceZipBytes.piece))

export async function startFaceZip(ctx: Ctx, { id }: BodyOf<typeof studentApi.startFaceZip>) {
  orNotFound(await findOwnZip(ctx.db, ctx.actor.personId, id), '上传')
  const taskId = await faceZipTask.start(ctx, { title: '批量上传人脸照片', data: { zipId: id } })
  if (!(await markFaceZipStarted(ctx.db, id, taskId))) throw new Refusal('压缩包正在处理')
  return { taskId }
}

export async function getFaceZipOutcome(
  ctx: Ctx,
  { taskId }: QueryOf<typeof studentApi.faceZipOutcome>,
): Promise<FaceZipOutcome | null> {
  const zip = orNotFound(await findOwnZipOfTask(ctx.db, ctx.actor.personId, taskId), '上传')
  return zip.endedAt ? decryptOutcome(await loadFieldCipher(ctx.db, ctx.actor.districtId), zip) : null
}

import { orNotFound, invalid, newId, notFound, Refusal, tooMany, type Ctx } from '#packages/core'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import { enqueue } from '#packages/jobs'
import { recordOperation } from '#kernel/audit/server/api.ts'
import type { BodyOf } from '#packages/contract'
import { filesApi, partBytes, type UploadState } from '../../contract.ts'
import { cleanFileName } from '../check/file-names.ts'
import { checkUploadJob } from '../jobs.ts'
import { quarantineKey } from '../object-keys.ts'
import {
  changeFileStatus,
  countUnclaimedFiles,
  insertFile,
  markFileRemoved,
  findOwnFile,
  findUnfinishedUpload,
  type FileRow,
} from '../file-queries.ts'
import { toAttachments } from './attachments.ts'
import { callObjectStore } from './object-store.ts'
import { getFilesSetting, requireUploadable } from './upload-limits.ts'
import { removeFiles } from './remove-files.ts'

/** The most unclaimed uploads of a person; they are deleted after a day. */
const maxUnclaimed = 300
/** Shorter than the sweep period, so that nobody resumes an upload that is about to be deleted. */
const resumableMs = 20 * 3600_000
const linkSeconds = 900

export const getPartCount = (size: number) => Math.max(1, Math.ceil(size / partBytes))
export const getPartSize = (size: number, part: number) => Math.min(partBytes, size - (part - 1) * partBytes)

const getDistrictId = (own: RequestCtx) => own.actor!.districtId

/** Begins an upload, or resumes the unfinished one of the same file. */
export async function initUpload(own: RequestCtx, body: BodyOf<typeof filesApi.initUpload>): Promise<UploadState> {
  const name = cleanFileName(body.name)
  const facts = { name, size: body.size, mark: body.mark }
  const { unfinished, type, ...fit } = await inOwnDistrict(own, async (ctx) => {
    const unfit = requireUploadable(name, body.size, await getFilesSetting(ctx))
    const since = new Date(ctx.now.getTime() - resumableMs)
    const unfinished = await findUnfinishedUpload(ctx.db, ctx.actor.personId, facts, since)
    if (!unfinished && (await countUnclaimedFiles(ctx.db, ctx.actor.personId)) >= maxUnclaimed)
      throw tooMany('未提交的文件过多，请稍后再试', 3600)
    return { ...unfit, unfinished }
  })
  const done = unfinished && (await listArrivedParts(own, unfinished))
  if (unfinished && done) return toUploadState(own, unfinished, done)

  const id = newId()
  // Unchecked bytes get a neutral type, whatever their name.
  const contentType = 'application/octet-stream'
  const uploadId = await callObjectStore(own, (objects) =>
    objects.beginParts(quarantineKey(getDistrictId(own), id), { contentType }),
  )
  const file = await inOwnDistrict(own, async (ctx) => {
    const { personId, orgId } = ctx.actor
    await insertFile(ctx.db, { id, ...facts, ...fit, personId, orgId, uploadId, contentType: type }, ctx.now)
    await recordUploadOperation(ctx, filesApi.initUpload, id)
    return findOwnFile(ctx.db, personId, id)
  })
  return toUploadState(own, orNotFound(file), [])
}

/** The completely arrived parts; undefined when the object store no longer has the upload. */
async function listArrivedParts(own: RequestCtx, { id, size, uploadId }: FileRow): Promise<number[] | undefined> {
  if (uploadId === null) return undefined
  const district = getDistrictId(own)
  const parts = await callObjectStore(own, (objects) => objects.listParts(quarantineKey(district, id), uploadId))
  return parts?.filter((part) => part.size === getPartSize(size, part.part)).map(({ part }) => part)
}

export async function getUploadState(own: RequestCtx, id: string): Promise<UploadState> {
  const file = await getOwnUpload(own, id)
  const done = file.status === 'uploading' ? await listArrivedParts(own, file) : []
  return toUploadState(own, file, done ?? [])
}

/** Upload links, each for one part of its exact size. */
export async function createPartLinks(own: RequestCtx, { id, parts }: BodyOf<typeof filesApi.partLinks>) {
  const { size, uploadId, status } = await getOwnUpload(own, id)
  if (status !== 'uploading' || uploadId === null) throw new Refusal('文件已经上传完')
  if (parts.some((part) => part > getPartCount(size))) throw invalid([{ field: 'parts', msg: '没有这个分片' }])
  const key = quarantineKey(getDistrictId(own), id)
  return callObjectStore(own, (objects) =>
    Promise.all(
      parts.map(async (part) => ({
        part,
        url: await objects.signedPart(key, uploadId, part, { seconds: linkSeconds, size: getPartSize(size, part) }),
      })),
    ),
  )
}

/** Joins the parts and starts the check. If some are missing, the answer lists the existing ones. */
export async function completeUpload(own: RequestCtx, id: string): Promise<UploadState> {
  const file = await getOwnUpload(own, id)
  if (file.status !== 'uploading' || file.uploadId === null) return toUploadState(own, file, [])
  const { missing, done } = await assembleParts(own, file, file.uploadId)
  if (missing) return toUploadState(own, file, done)
  await inOwnDistrict(own, async (ctx) => {
    if (!(await changeFileStatus(ctx.db, id, 'uploading', 'checking'))) return // another request was first
    await enqueue(ctx, checkUploadJob, { fileId: id })
    await recordUploadOperation(ctx, filesApi.completeUpload, id)
  })
  return toUploadState(own, await getOwnUpload(own, id), [])
}

async function assembleParts(own: RequestCtx, { id, size }: FileRow, uploadId: string) {
  const key = quarantineKey(getDistrictId(own), id)
  return callObjectStore(own, async (objects) => {
    const parts = await objects.listParts(key, uploadId)
    if (parts) {
      const whole = parts.filter((part) => part.size === getPartSize(size, part.part))
      const done = whole.map(({ part }) => part)
      if (done.length < getPartCount(size)) return { missing: true, done }
      if (await objects.completeParts(key, uploadId, whole)) return { missing: false, done }
    }
    // The parts may have been joined by a call whose answer was lost.
    if ((await objects.head(key))?.size === size) return { missing: false, done: [] }
    throw new Refusal('上传已失效，请重新上传')
  })
}

/** Removes an own upload without a claim. */
export async function removeUpload(own: RequestCtx, id: string): Promise<null> {
  const file = await getOwnUpload(own, id)
  await inOwnDistrict(own, async (ctx) => {
    if (!(await markFileRemoved(ctx.db, ctx.actor.personId, id))) throw new Refusal('文件已被使用，不能删除')
    await recordUploadOperation(ctx, filesApi.removeUpload, id)
  })
  await removeFiles({ app: own.app, cells: own.cells, districtId: getDistrictId(own) }, [file])
  return null
}

async function getOwnUpload(own: RequestCtx, id: string): Promise<FileRow> {
  const read = (ctx: Ctx) => findOwnFile(ctx.db, ctx.actor.personId, id)
  const file = orNotFound(await inOwnDistrict(own, read, { readOnly: true }), '文件')
  if (file.status === 'removing') throw notFound('文件')
  return file
}

async function toUploadState(own: RequestCtx, file: FileRow, done: number[]): Promise<UploadState> {
  const isReady = file.status === 'ready'
  const attachments = isReady
    ? await inOwnDistrict(own, (ctx) => toAttachments(ctx, [{ file, claim: null }]), { readOnly: true })
    : []
  const { id, size, message } = file
  const status = file.status === 'removing' ? 'refused' : file.status
  return { id, status, partBytes, partCount: getPartCount(size), done, message, file: attachments[0] ?? null }
}

/** These handlers open their own transactions, so they write the operation log themselves. */
const recordUploadOperation = (ctx: Ctx, route: { path: string; title: string }, id: string) =>
  recordOperation(ctx, { route: route.path, title: route.title, objectIds: [id] })

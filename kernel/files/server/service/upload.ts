import { found, invalid, newId, notFound, Refusal, tooMany, type Actor, type Ctx } from '#packages/core'
import { inOwnDistrict, type OwnCtx } from '#packages/http'
import { enqueue } from '#packages/jobs'
import { recordOperation } from '#kernel/audit/server'
import type { BodyOf } from '#packages/contract'
import { filesApi, partBytes, type UploadState } from '../../contract.ts'
import { cleanName } from '../check/names.ts'
import { checkUpload } from '../jobs.ts'
import { quarantineKey } from '../keys.ts'
import {
  changeStatus,
  countUnclaimed,
  insertFile,
  markRemoved,
  ownFile,
  unfinishedUpload,
  type FileRow,
} from '../queries.ts'
import { attachmentsFor } from './attachments.ts'
import { askStore } from './away.ts'
import { readFilesSetting, refuseUnfit } from './limits.ts'
import { removeFiles } from './removing.ts'

/** More than anybody has lying about; the rest goes after a day. */
const unclaimedAtMost = 300
/** Younger than what the sweep takes, so that nobody goes on with what is about to go. */
const resumableMs = 20 * 3600_000
const linkSeconds = 900

export const partCountOf = (size: number) => Math.max(1, Math.ceil(size / partBytes))
export const partSizeOf = (size: number, part: number) => Math.min(partBytes, size - (part - 1) * partBytes)

const districtOf = (own: OwnCtx) => own.actor!.districtId

/** Begins an upload, or goes on with the unfinished one of the same file. */
export async function initUpload(own: OwnCtx, body: BodyOf<typeof filesApi.initUpload>): Promise<UploadState> {
  const name = cleanName(body.name)
  const facts = { name, size: body.size, mark: body.mark }
  const { unfinished, type, ...fit } = await inOwnDistrict(own, async (ctx) => {
    const unfit = refuseUnfit(name, body.size, await readFilesSetting(ctx))
    const since = new Date(ctx.now.getTime() - resumableMs)
    const unfinished = await unfinishedUpload(ctx.db, ctx.actor.personId, facts, since)
    if (!unfinished && (await countUnclaimed(ctx.db, ctx.actor.personId)) >= unclaimedAtMost)
      throw tooMany('未提交的文件过多，请稍后再试', 3600)
    return { ...unfit, unfinished }
  })
  const done = unfinished && (await arrived(districtOf(own), unfinished))
  if (unfinished && done) return stateOf(own, unfinished, done)

  const id = newId()
  // The type is that of bytes that nobody has looked at, whatever they are called.
  const contentType = 'application/octet-stream'
  const uploadId = await askStore((objects) => objects.beginParts(quarantineKey(districtOf(own), id), { contentType }))
  const file = await inOwnDistrict(own, async (ctx) => {
    const { personId, orgId } = ctx.actor
    await insertFile(ctx.db, { id, ...facts, ...fit, personId, orgId, uploadId, contentType: type }, ctx.now)
    await note(ctx, filesApi.initUpload, id)
    return ownFile(ctx.db, personId, id)
  })
  return stateOf(own, found(file), [])
}

/** Which parts have arrived whole; nothing when the object store has forgotten the upload. */
async function arrived(district: Actor['districtId'], { id, size, uploadId }: FileRow): Promise<number[] | undefined> {
  if (uploadId === null) return undefined
  const parts = await askStore((objects) => objects.partsOf(quarantineKey(district, id), uploadId))
  return parts?.filter((part) => part.size === partSizeOf(size, part.part)).map(({ part }) => part)
}

export async function uploadState(own: OwnCtx, id: string): Promise<UploadState> {
  const file = await ownUpload(own, id)
  const done = file.status === 'uploading' ? await arrived(districtOf(own), file) : []
  return stateOf(own, file, done ?? [])
}

/** Addresses to send parts to, each good for one part of the right size. */
export async function partLinks(own: OwnCtx, { id, parts }: BodyOf<typeof filesApi.partLinks>) {
  const { size, uploadId, status } = await ownUpload(own, id)
  if (status !== 'uploading' || uploadId === null) throw new Refusal('文件已经上传完')
  if (parts.some((part) => part > partCountOf(size))) throw invalid([{ field: 'parts', msg: '没有这个分片' }])
  const key = quarantineKey(districtOf(own), id)
  return askStore((objects) =>
    Promise.all(
      parts.map(async (part) => ({
        part,
        url: await objects.signedPart(key, uploadId, part, { seconds: linkSeconds, size: partSizeOf(size, part) }),
      })),
    ),
  )
}

/** Puts the parts together and has the file looked at. If some are missing, the answer says which are there. */
export async function completeUpload(own: OwnCtx, id: string): Promise<UploadState> {
  const file = await ownUpload(own, id)
  if (file.status !== 'uploading' || file.uploadId === null) return stateOf(own, file, [])
  const { missing, done } = await putTogether(own, file, file.uploadId)
  if (missing) return stateOf(own, file, done)
  await inOwnDistrict(own, async (ctx) => {
    if (!(await changeStatus(ctx.db, id, 'uploading', 'checking'))) return // somebody else was first
    await enqueue(ctx, checkUpload, { fileId: id })
    await note(ctx, filesApi.completeUpload, id)
  })
  return stateOf(own, await ownUpload(own, id), [])
}

async function putTogether(own: OwnCtx, { id, size }: FileRow, uploadId: string) {
  const key = quarantineKey(districtOf(own), id)
  return askStore(async (objects) => {
    const parts = await objects.partsOf(key, uploadId)
    if (parts) {
      const whole = parts.filter((part) => part.size === partSizeOf(size, part.part))
      const done = whole.map(({ part }) => part)
      if (done.length < partCountOf(size)) return { missing: true, done }
      if (await objects.completeParts(key, uploadId, whole)) return { missing: false, done }
    }
    // It may have been put together before, by a call whose answer was lost.
    if ((await objects.head(key))?.size === size) return { missing: false, done: [] }
    throw new Refusal('上传已失效，请重新上传')
  })
}

/** Takes back one's own upload that nothing holds. */
export async function removeUpload(own: OwnCtx, id: string): Promise<null> {
  const file = await ownUpload(own, id)
  await inOwnDistrict(own, async (ctx) => {
    if (!(await markRemoved(ctx.db, ctx.actor.personId, id))) throw new Refusal('文件已被使用，不能删除')
    await note(ctx, filesApi.removeUpload, id)
  })
  await removeFiles({ cells: own.cells, districtId: districtOf(own) }, [file])
  return null
}

async function ownUpload(own: OwnCtx, id: string): Promise<FileRow> {
  const read = (ctx: Ctx) => ownFile(ctx.db, ctx.actor.personId, id)
  const file = found(await inOwnDistrict(own, read, { readOnly: true }), '文件')
  if (file.status === 'removing') throw notFound('文件')
  return file
}

async function stateOf(own: OwnCtx, file: FileRow, done: number[]): Promise<UploadState> {
  const isReady = file.status === 'ready'
  const attachments = isReady
    ? await inOwnDistrict(own, (ctx) => attachmentsFor(ctx, [{ file, claim: null }]), { readOnly: true })
    : []
  const { id, size, words } = file
  const status = file.status === 'removing' ? 'refused' : file.status
  return { id, status, partBytes, partCount: partCountOf(size), done, words, file: attachments[0] ?? null }
}

/** These handlers open their own transactions, so they write the operation log themselves. */
const note = (ctx: Ctx, route: { path: string; title: string }, id: string) =>
  recordOperation(ctx, { route: route.path, title: route.title, objectIds: [id] })

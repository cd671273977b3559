import { notFound, type Ctx } from '#packages/core'
import type { Attachment, FileItem } from '../../contract.ts'
import { listClaims, listClaimedFiles, type FileClaim } from '../claim-queries.ts'
import { listFiles, type FileRow } from '../file-queries.ts'
import { isZipClosed } from '../zip-source-queries.ts'
import { toAttachments, type ReadableFile } from './attachments.ts'
import { canReadOwner } from './file-owners.ts'

/**
 * The file, if whoever asks may read it: one of the records that hold it lets them, or it is their own upload and nothing
 * holds it yet. Everything else is not there.
 */
export async function getReadableFile(ctx: Ctx, id: string): Promise<ReadableFile> {
  const [readable] = await listReadableFiles(ctx, [id])
  return readable!
}

/** The same for several: all of them, or none. */
export async function listReadableFiles(ctx: Ctx, ids: readonly string[]): Promise<ReadableFile[]> {
  if (ids.length === 0) return []
  const files = new Map((await listFiles(ctx.db, ids)).map((file) => [file.id, file]))
  const claims = Map.groupBy(await listClaims(ctx.db, ids), ({ fileId }) => fileId)
  const answers = new Map<string, boolean>() // many files of one record are one question
  const readables: ReadableFile[] = []
  for (const id of ids) {
    const file = files.get(id)
    const isThere = file?.status === 'ready' && !(file.onceUntil && file.onceUntil <= ctx.now)
    const claim = isThere ? await findReadableClaim(ctx, file, claims.get(id) ?? [], answers) : undefined
    if (!file || claim === undefined) throw notFound('文件')
    readables.push({ file, claim })
  }
  return readables
}

/** The claim by which it may be read, null for one's own upload, nothing if it may not. */
async function findReadableClaim(ctx: Ctx, file: FileRow, claims: readonly FileClaim[], answers: Map<string, boolean>) {
  if (file.kind === 'zip' && (await isZipClosed(ctx.db, file.id))) return undefined
  if (claims.length === 0) return file.personId === ctx.actor.personId ? null : undefined
  for (const claim of claims) {
    if (claim.isRecalled) continue
    const question = `${claim.ownerKind}:${claim.ownerId}`
    const answer = answers.get(question) ?? (await canReadOwner(ctx, claim.ownerKind, claim.ownerId))
    answers.set(question, answer)
    if (answer) return claim
  }
  return undefined
}

export async function getFileDetail(ctx: Ctx, id: string): Promise<Attachment> {
  const [attachment] = await toAttachments(ctx, [await getReadableFile(ctx, id)])
  return attachment!
}

/** Files as plain items, in the order asked for: name, path and two links. */
export async function listFileItems(ctx: Ctx, ids: readonly string[]): Promise<FileItem[]> {
  const attachments = await toAttachments(ctx, await listReadableFiles(ctx, ids))
  return attachments.map(({ name, path, url, downloadUrl }) => ({ name, path, url, downloadUrl }))
}

/** What these records hold, each in its order. Whoever asks has made sure that the records may be read. */
export async function listOwnerFiles(
  ctx: Ctx,
  { kind, ids }: { kind: string; ids: readonly string[] },
): Promise<Map<string, Attachment[]>> {
  if (ids.length === 0) return new Map()
  const claimed = await listClaimedFiles(ctx.db, kind, ids)
  const readables = claimed.map((file) => ({ file, claim: { id: file.claimId, epoch: file.epoch, ownerKind: kind } }))
  const attachments = await toAttachments(ctx, readables)
  const found = new Map<string, Attachment[]>()
  for (const [at, { ownerId }] of claimed.entries()) {
    const list = found.get(ownerId) ?? []
    found.set(ownerId, [...list, attachments[at]!])
  }
  return found
}

import { notFound, type Ctx } from '#packages/core'
import type { Attachment, FileItem } from '../../contract.ts'
import { listClaims, listClaimedFiles, type FileClaim } from '../claim-queries.ts'
import { listFiles, type FileRow } from '../file-queries.ts'
import { isZipClosed } from '../zip-source-queries.ts'
import { toAttachments, type ReadableFile } from './attachments.ts'
import { canReadOwner } from './file-owners.ts'

/**
 * A file that the caller may read: a record with a claim allows it, or it is an own upload without a claim. Any other
 * file does not exist.
 */
export async function getReadableFile(ctx: Ctx, id: string): Promise<ReadableFile> {
  const [readable] = await listReadableFiles(ctx, [id])
  return readable!
}

/** Several readable files; refuses when one is not readable. */
export async function listReadableFiles(ctx: Ctx, ids: readonly string[]): Promise<ReadableFile[]> {
  if (ids.length === 0) return []
  const files = new Map((await listFiles(ctx.db, ids)).map((file) => [file.id, file]))
  const claims = Map.groupBy(await listClaims(ctx.db, ids), ({ fileId }) => fileId)
  const answers = new Map<string, boolean>() // one check for many files of the same record
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

/** The claim that allows reading, null for an own upload, undefined if not readable. */
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

/** Files as plain items, in the requested order: name, path and two links. */
export async function listFileItems(ctx: Ctx, ids: readonly string[]): Promise<FileItem[]> {
  const attachments = await toAttachments(ctx, await listReadableFiles(ctx, ids))
  return attachments.map(({ name, path, url, downloadUrl }) => ({ name, path, url, downloadUrl }))
}

/** The files of these records, each in its order. The caller must have checked that the records are readable. */
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

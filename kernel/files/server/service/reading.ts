import { notFound, type Ctx } from '#packages/core'
import type { Attachment, FileItem } from '../../contract.ts'
import { claimsOfFiles, heldFiles, type Claim } from '../claim-queries.ts'
import { filesByIds, type FileRow } from '../queries.ts'
import { isZipClosed } from '../source-queries.ts'
import { attachmentsFor, type Readable } from './attachments.ts'
import { ownerLets } from './owners.ts'

/**
 * The file, if whoever asks may read it: one of the records that hold it lets them, or it is their own upload and nothing
 * holds it yet. Everything else is not there.
 */
export async function readableFile(ctx: Ctx, id: string): Promise<Readable> {
  const [readable] = await readableFiles(ctx, [id])
  return readable!
}

/** The same for several: all of them, or none. */
export async function readableFiles(ctx: Ctx, ids: readonly string[]): Promise<Readable[]> {
  if (ids.length === 0) return []
  const files = new Map((await filesByIds(ctx.db, ids)).map((file) => [file.id, file]))
  const claims = Map.groupBy(await claimsOfFiles(ctx.db, ids), ({ fileId }) => fileId)
  const answers = new Map<string, boolean>() // many files of one record are one question
  const readables: Readable[] = []
  for (const id of ids) {
    const file = files.get(id)
    const isThere = file?.status === 'ready' && !(file.onceUntil && file.onceUntil <= ctx.now)
    const claim = isThere ? await openedBy(ctx, file, claims.get(id) ?? [], answers) : undefined
    if (!file || claim === undefined) throw notFound('文件')
    readables.push({ file, claim })
  }
  return readables
}

/** The claim by which it may be read, null for one's own upload, nothing if it may not. */
async function openedBy(ctx: Ctx, file: FileRow, claims: readonly Claim[], answers: Map<string, boolean>) {
  if (file.kind === 'zip' && (await isZipClosed(ctx.db, file.id))) return undefined
  if (claims.length === 0) return file.personId === ctx.actor.personId ? null : undefined
  for (const claim of claims) {
    if (claim.isRecalled) continue
    const question = `${claim.ownerKind}:${claim.ownerId}`
    const answer = answers.get(question) ?? (await ownerLets(ctx, claim.ownerKind, claim.ownerId))
    answers.set(question, answer)
    if (answer) return claim
  }
  return undefined
}

export async function fileDetail(ctx: Ctx, id: string): Promise<Attachment> {
  const [attachment] = await attachmentsFor(ctx, [await readableFile(ctx, id)])
  return attachment!
}

/** Files as plain items, in the order asked for: name, path and two links. */
export async function fileItems(ctx: Ctx, ids: readonly string[]): Promise<FileItem[]> {
  const attachments = await attachmentsFor(ctx, await readableFiles(ctx, ids))
  return attachments.map(({ name, path, url, downloadUrl }) => ({ name, path, url, downloadUrl }))
}

/** What these records hold, each in its order. Whoever asks has made sure that the records may be read. */
export async function filesOf(
  ctx: Ctx,
  { kind, ids }: { kind: string; ids: readonly string[] },
): Promise<Map<string, Attachment[]>> {
  if (ids.length === 0) return new Map()
  const held = await heldFiles(ctx.db, kind, ids)
  const readables = held.map((file) => ({ file, claim: { id: file.claimId, epoch: file.epoch, ownerKind: kind } }))
  const attachments = await attachmentsFor(ctx, readables)
  const found = new Map<string, Attachment[]>()
  for (const [at, { ownerId }] of held.entries()) {
    const list = found.get(ownerId) ?? []
    found.set(ownerId, [...list, attachments[at]!])
  }
  return found
}

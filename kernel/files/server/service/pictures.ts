import { invalid, type Ctx } from '#packages/core'
import { slotOf, type Owner } from '../claim-queries.ts'
import { filesByIds } from '../queries.ts'
import { claimFiles, releaseFiles } from './claims.ts'
import { filesOf } from './reading.ts'

/** Lets a record hold a picture that whoever asks has uploaded, beside those it has. */
export async function holdPicture(ctx: Ctx, owner: Owner, fileId: string, field: string): Promise<void> {
  await claimFiles(ctx, [fileId], owner)
  const [file] = await filesByIds(ctx.db, [fileId])
  if (file?.kind !== 'image') throw invalid([{ field, msg: '请上传图片' }])
}

/** The record goes on with these alone. */
export async function keepPictures(ctx: Ctx, owner: Owner, fileIds: readonly string[]): Promise<void> {
  const held = await slotOf(ctx.db, owner, '')
  await releaseFiles(
    ctx,
    owner,
    held.fileIds.filter((id) => !fileIds.includes(id)),
  )
}

export interface Picture {
  id: string
  /** A link for whoever asks, to it in a small size. */
  url: string
}

/** The pictures of these records, by record. Whoever asks has made sure that the records may be read. */
export async function picturesOf(ctx: Ctx, kind: string, ids: readonly string[]): Promise<Map<string, Picture[]>> {
  const held = await filesOf(ctx, { kind, ids })
  return new Map(
    [...held].map(([id, files]) => [id, files.map((file) => ({ id: file.id, url: file.thumbUrl ?? file.url }))]),
  )
}

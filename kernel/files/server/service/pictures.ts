import { invalid, type Ctx } from '#packages/core'
import { getSlot, type OwnerRef } from '../claim-queries.ts'
import { listFiles } from '../file-queries.ts'
import { claimFiles, releaseFiles } from './claims.ts'
import { listOwnerFiles } from './readable-files.ts'

/** Lets a record hold a picture that whoever asks has uploaded, beside those it has. */
export async function claimPicture(ctx: Ctx, owner: OwnerRef, fileId: string, field: string): Promise<void> {
  await claimFiles(ctx, [fileId], owner)
  const [file] = await listFiles(ctx.db, [fileId])
  if (file?.kind !== 'image') throw invalid([{ field, msg: '请上传图片' }])
}

/** The record goes on with these alone. */
export async function releaseOtherPictures(ctx: Ctx, owner: OwnerRef, fileIds: readonly string[]): Promise<void> {
  const claimed = await getSlot(ctx.db, owner, '')
  await releaseFiles(
    ctx,
    owner,
    claimed.fileIds.filter((id) => !fileIds.includes(id)),
  )
}

export interface Picture {
  id: string
  /** A link for whoever asks, to it in a small size. */
  url: string
}

/** The pictures of these records, by record. Whoever asks has made sure that the records may be read. */
export async function listPictures(ctx: Ctx, kind: string, ids: readonly string[]): Promise<Map<string, Picture[]>> {
  const claimed = await listOwnerFiles(ctx, { kind, ids })
  return new Map(
    [...claimed].map(([id, files]) => [id, files.map((file) => ({ id: file.id, url: file.thumbUrl ?? file.url }))]),
  )
}

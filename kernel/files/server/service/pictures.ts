import { invalid, type Ctx } from '#packages/core'
import { getSlot, type OwnerRef } from '../claim-queries.ts'
import { listFiles } from '../file-queries.ts'
import { claimFiles, releaseFiles } from './claims.ts'
import { listOwnerFiles } from './readable-files.ts'

/** Claims an uploaded picture for a record, beside those it has. */
export async function claimPicture(ctx: Ctx, owner: OwnerRef, fileId: string, field: string): Promise<void> {
  await claimFiles(ctx, [fileId], owner)
  const [file] = await listFiles(ctx.db, [fileId])
  if (file?.kind !== 'image') throw invalid([{ field, msg: '请上传图片' }])
}

/** Releases all pictures of the record but these. */
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
  /** A link to the thumbnail for the caller. */
  url: string
}

/** The pictures of these records, by record. The caller must have checked that the records are readable. */
export async function listPictures(ctx: Ctx, kind: string, ids: readonly string[]): Promise<Map<string, Picture[]>> {
  const claimed = await listOwnerFiles(ctx, { kind, ids })
  return new Map(
    [...claimed].map(([id, files]) => [id, files.map((file) => ({ id: file.id, url: file.thumbUrl ?? file.url }))]),
  )
}

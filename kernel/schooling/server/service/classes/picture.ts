import type { Ctx } from '#packages/core'
import { holdPicture, keepPictures } from '#kernel/files/server'

/** Classes hold their pictures under this name. */
export const pictureOwner = 'class'

/** A class has one picture of its own, or none. */
export async function setPicture(ctx: Ctx, classId: string, fileIds: readonly string[]) {
  const owner = { kind: pictureOwner, id: classId }
  for (const fileId of fileIds) await holdPicture(ctx, owner, fileId, 'logoFiles')
  await keepPictures(ctx, owner, fileIds)
}

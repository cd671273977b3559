import { newId, notFound, Refusal, type Ctx } from '#packages/core'
import {
  listClaims,
  deleteClaims,
  insertClaims,
  setRecalled,
  getSlot,
  type OwnerRef as OwnerId,
} from '../claim-queries.ts'
import { lockFiles, type FileRow } from '../file-queries.ts'
import { getFilesSetting, tooManyFiles } from './upload-limits.ts'

/** A record that holds files; `slot` tells its fields apart where it has several. */
export interface ClaimOwner extends OwnerId {
  slot?: string
}

/**
 * Lets a record hold uploaded files, after those it holds already and in this order. Only what this person uploaded and
 * nothing else holds; what the record itself holds is only put in order.
 */
export async function claimFiles(
  ctx: Ctx,
  fileIds: readonly string[],
  { kind, id, slot = '' }: ClaimOwner,
): Promise<void> {
  const ids = [...new Set(fileIds)]
  if (ids.length === 0) return
  const files = new Map((await lockFiles(ctx.db, ids)).map((file) => [file.id, file]))
  const claims = Map.groupBy(await listClaims(ctx.db, ids), ({ fileId }) => fileId)
  for (const fileId of ids) {
    const existing = claims.get(fileId) ?? []
    const isItsOwn = existing.some(({ ownerKind, ownerId }) => ownerKind === kind && ownerId === id)
    if (!isItsOwn) refuseUnclaimable(ctx, files.get(fileId), existing.length > 0)
  }
  const before = await getSlot(ctx.db, { kind, id }, slot)
  const { maxFiles } = await getFilesSetting(ctx)
  if (new Set([...before.fileIds, ...ids]).size > maxFiles) throw tooManyFiles(maxFiles)
  const made = ids.map((fileId, at) => ({ id: newId(), fileId, slot, sort: before.last + 1 + at }))
  await insertClaims(ctx.db, { kind, id }, made, ctx.now)
}

function refuseUnclaimable(ctx: Ctx, file: FileRow | undefined, isClaimed: boolean) {
  if (!file || isClaimed || file.personId !== ctx.actor.personId) throw notFound('文件')
  if (file.status === 'ready') return
  if (file.status === 'checking') throw new Refusal('文件正在检查，请稍后再试')
  if (file.status === 'uploading') throw new Refusal('文件还没有上传完')
  throw notFound('文件')
}

/** The record lets go of its files, or of these: links to them are dead, and what nothing holds is removed after a day. */
export async function releaseFiles(ctx: Ctx, { kind, id }: OwnerId, fileIds?: readonly string[]): Promise<void> {
  if (fileIds?.length === 0) return
  await deleteClaims(ctx.db, { kind, id }, fileIds, ctx.now)
}

/** Links that were handed out are dead at once, and nobody gets new ones until the files are restored. */
export async function recallFiles(ctx: Ctx, { kind, id }: OwnerId): Promise<void> {
  await setRecalled(ctx.db, { kind, id }, true)
}

/** Those who may read the record get new links again; the old ones stay dead. */
export async function restoreFiles(ctx: Ctx, { kind, id }: OwnerId): Promise<void> {
  await setRecalled(ctx.db, { kind, id }, false)
}

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

/** A record that claims files; `slot` distinguishes several file fields of a record. */
export interface ClaimOwner extends OwnerId {
  slot?: string
  /** A record of the same kind whose files may be taken along: that which this one replaces. */
  insteadOf?: string | undefined
}

/**
 * Claims uploaded files for a record, behind those it has and in this order. Only own uploads without another claim are
 * accepted; files of the record itself are only reordered, and those of the replaced one belong to both.
 */
export async function claimFiles(
  ctx: Ctx,
  fileIds: readonly string[],
  { kind, id, slot = '', insteadOf = id }: ClaimOwner,
): Promise<void> {
  const ids = [...new Set(fileIds)]
  if (ids.length === 0) return
  const files = new Map((await lockFiles(ctx.db, ids)).map((file) => [file.id, file]))
  const claims = Map.groupBy(await listClaims(ctx.db, ids), ({ fileId }) => fileId)
  for (const fileId of ids) {
    const existing = claims.get(fileId) ?? []
    const isItsOwn = existing.some(
      ({ ownerKind, ownerId }) => ownerKind === kind && (ownerId === id || ownerId === insteadOf),
    )
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

/**
 * Releases all or these files of a record: their links become invalid, and files without a claim are deleted after a
 * day.
 */
export async function releaseFiles(ctx: Ctx, { kind, id }: OwnerId, fileIds?: readonly string[]): Promise<void> {
  if (fileIds?.length === 0) return
  await deleteClaims(ctx.db, { kind, id }, fileIds, ctx.now)
}

/** Invalidates issued links at once and issues no new ones until the files are restored. */
export async function recallFiles(ctx: Ctx, { kind, id }: OwnerId): Promise<void> {
  await setRecalled(ctx.db, { kind, id }, true)
}

/** Readers of the record get new links again; the old ones stay invalid. */
export async function restoreFiles(ctx: Ctx, { kind, id }: OwnerId): Promise<void> {
  await setRecalled(ctx.db, { kind, id }, false)
}

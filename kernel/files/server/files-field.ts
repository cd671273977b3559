import type { AnyEntity } from '#packages/contract'
import type { Crud, ExternalField } from '#packages/crud'
import type { Attachment } from '../contract.ts'
import { listClaimedFiles } from './claim-queries.ts'
import { claimFiles, releaseFiles } from './service/claims.ts'
import type { FileOwner } from './service/file-owners.ts'
import { listOwnerFiles } from './service/readable-files.ts'

/** Reads and saves a field `files` of an entity, whose rows own their files under this kind: the key of the entity. */
export const createFilesField = (kind: string): ExternalField<Attachment[], string[]> => ({
  load: async (ctx, rows) => {
    const files = await listOwnerFiles(ctx, { kind, ids: rows.map(({ id }) => id) })
    return rows.map(({ id }) => files.get(id) ?? [])
  },
  save: async (ctx, id, fileIds) => {
    const before = (await listClaimedFiles(ctx.db, kind, [id])).map((file) => file.id)
    const removed = before.filter((fileId) => !fileIds.includes(fileId))
    await releaseFiles(ctx, { kind, id }, removed)
    await claimFiles(ctx, fileIds, { kind, id })
  },
  remove: async (ctx, ids) => {
    for (const id of ids) await releaseFiles(ctx, { kind, id })
  },
})

/** The rows of an entity as owners of files: who may read a row may read its files. They are not public. */
export const createFileOwner = <E extends AnyEntity>({ entity, canRead }: Crud<E>): FileOwner => ({
  kind: entity.key,
  canRead,
  isInternal: true,
})

import type { Ctx } from '#packages/core'
import { getPerson } from '#kernel/identity/server/api.ts'
import { findUnitById } from '#kernel/org/server/api.ts'
import type { Attachment } from '../../contract.ts'
import { buildLinkUrl, getLinkExpiry, type FileLink } from '../file-links.ts'
import { listPersonNames, type FileRow } from '../file-queries.ts'
import { isInternalOwner } from './file-owners.ts'

/** A file with the claim that allows reading it, or null for an own upload. */
export interface ReadableFile {
  file: FileRow
  claim: { id: string; epoch: number; ownerKind: string } | null
}

/** A link for the caller to a readable file. */
export function createFileLink(
  ctx: Ctx,
  { file, claim }: ReadableFile,
  { variant, isDownload }: Pick<FileLink, 'variant' | 'isDownload'>,
) {
  const { districtId, personId, orgId, sessionId } = ctx.actor
  const name = variant === 'file' ? file.name : `${removeSuffix(file.name)}.${variant === 'preview' ? 'pdf' : 'webp'}`
  const link = {
    districtId,
    fileId: file.id,
    variant,
    isDownload,
    personId,
    orgId,
    sessionId,
    until: getLinkExpiry(ctx.now),
  }
  return buildLinkUrl(ctx, { ...link, claimId: claim?.id ?? null, epoch: claim?.epoch ?? 0 }, name)
}

/** Files with fresh links. */
export async function toAttachments(ctx: Ctx, readables: readonly ReadableFile[]): Promise<Attachment[]> {
  if (readables.length === 0) return []
  const people = new Set(readables.map(({ file }) => file.personId))
  const names = new Map((await listPersonNames(ctx.db, [...people])).map(({ id, name }) => [id, name]))
  const isMarked = readables.some(({ claim }) => claim && isInternalOwner(ctx, claim.ownerKind))
  const watermark = isMarked ? await getWatermark(ctx) : null
  return readables.map((readable) => {
    const { file, claim } = readable
    const to = (variant: FileLink['variant'], isDownload = false) =>
      createFileLink(ctx, readable, { variant, isDownload })
    return {
      id: file.id,
      name: file.name,
      path: `files/${file.id}.${file.suffix}`,
      size: file.size,
      kind: file.kind,
      url: to('file'),
      downloadUrl: to('file', true),
      sizeText: formatSize(file.size),
      userName: names.get(file.personId) ?? '',
      createdAt: file.createdAt.toISOString(),
      thumbUrl: file.hasThumb ? to('thumb') : null,
      watermark: claim && isInternalOwner(ctx, claim.ownerKind) ? watermark : null,
    }
  })
}

/** Viewer, organisation and time: 张三 实验小学 1234 2026-11-15 10:20. */
export async function getWatermark(ctx: Ctx): Promise<string> {
  const { districtId, personId, orgId } = ctx.actor
  const person = await getPerson({ db: ctx.db, districtId }, personId)
  const unit = await findUnitById(ctx, orgId)
  const time = new Date(ctx.now.getTime() + 8 * 3600_000).toISOString().slice(0, 16).replace('T', ' ')
  return [person?.name, unit?.name, person?.phone.slice(-4), time].filter(Boolean).join(' ')
}

export const removeSuffix = (name: string) => (name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : name)

export function formatSize(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB']
  let value = bytes
  let at = 0
  for (; value >= 1024 && at < units.length - 1; at++) value /= 1024
  return `${value < 10 && at > 0 ? value.toFixed(1).replace(/\.0$/, '') : Math.round(value)} ${units[at]}`
}

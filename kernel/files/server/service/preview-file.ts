import type { Ctx } from '#packages/core'
import { enqueue } from '#packages/jobs'
import { maxPages } from '#packages/office'
import type { FileKind, Preview } from '../../contract.ts'
import { retryPreview, insertPreview, findPreview, type PreviewRow } from '../preview-queries.ts'
import { makePreviewJob } from '../preview-jobs.ts'
import { createFileLink, getWatermark, type ReadableFile } from './attachments.ts'
import { isInternalOwner } from './file-owners.ts'
import { getReadableFile } from './readable-files.ts'

/** Increased when converter, fonts or limits change the result visibly. */
const converterVersion = 1
/** A conversion takes at most half a minute and one retry; after this time it counts as lost. */
const lostAfterMs = 3 * 60_000
const faultsBeforeGivingUp = 3
const faultForgottenMs = 3600_000

/** Kinds that browsers show directly. */
const shownDirectly: Partial<Record<FileKind, Preview['kind']>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  pdf: 'pdf',
  txt: 'text',
}
const convertedKinds: readonly FileKind[] = ['word', 'excel', 'ppt']

/** The preview of a file. That of an office document is converted on the first request. */
export async function getPreview(ctx: Ctx, id: string): Promise<Preview> {
  const readable = await getReadableFile(ctx, id)
  const { file, claim } = readable
  // A one-time file has no preview, because the preview would remain.
  if (file.onceUntil) return noPreview('none')
  const shownAs = shownDirectly[file.kind]
  if (!shownAs && !(convertedKinds.includes(file.kind) && file.sha256)) return noPreview('none')
  const watermark = claim && isInternalOwner(ctx, claim.ownerKind) ? await getWatermark(ctx) : null
  if (shownAs) {
    const url = createFileLink(ctx, readable, { variant: 'file', isDownload: false })
    return { state: 'ready', kind: shownAs, url, pages: null, message: '', watermark }
  }
  return { ...(await getConvertedPreview(ctx, readable, file.sha256!)), watermark }
}

async function getConvertedPreview(ctx: Ctx, readable: ReadableFile, sha256: Buffer): Promise<Preview> {
  const row = await findPreview(ctx.db, sha256)
  if (row?.state === 'ready' && row.version === converterVersion) {
    const url = createFileLink(ctx, readable, { variant: 'preview', isDownload: false })
    const message = row.pages === maxPages ? `仅显示前${maxPages}页，完整内容请下载查看` : ''
    return { state: 'ready', kind: 'pdf', url, pages: row.pages, message, watermark: null }
  }
  const tries = nextTry(row, ctx.now)
  if (tries === 'given-up') return noPreview('failed')
  if (tries !== 'wait') await requestPreview(ctx, { sha256, fileId: readable.file.id, row, tries })
  return { state: 'making', kind: 'none', url: null, pages: null, message: '预览生成中，请稍等', watermark: null }
}

const noPreview = (state: 'none' | 'failed'): Preview => ({
  state,
  kind: 'none',
  url: null,
  pages: null,
  watermark: null,
  message: '该文件无法预览，请下载查看',
})

/** The number of the attempt that this request starts, or none. */
function nextTry(row: PreviewRow | undefined, now: Date): number | 'wait' | 'given-up' {
  if (!row) return 1
  const age = now.getTime() - row.requestedAt.getTime()
  if (row.state === 'removing') return 'wait'
  if (row.version !== converterVersion) return 1
  if (row.state === 'making' && age < lostAfterMs) return 'wait'
  if (row.state === 'making') return row.tries < faultsBeforeGivingUp ? row.tries + 1 : retryAfterPause(age)
  // The machine may have been busy.
  return row.reason === 'too-long' ? retryAfterPause(age) : 'given-up'
}

/** After repeated errors or timeouts the conversion pauses for an hour, then starts again from the first attempt. */
const retryAfterPause = (age: number) => (age < faultForgottenMs ? 'given-up' : 1)

interface PreviewRequest {
  sha256: Buffer
  fileId: string
  row: PreviewRow | undefined
  tries: number
}

/** One job per content, however many requests arrive at once. */
async function requestPreview(ctx: Ctx, { sha256, fileId, row, tries }: PreviewRequest) {
  const attempt = { version: converterVersion, tries, now: ctx.now }
  const isFirst = row ? await retryPreview(ctx.db, sha256, row, attempt) : await insertPreview(ctx.db, sha256, attempt)
  if (isFirst) await enqueue(ctx, makePreviewJob, { fileId })
}

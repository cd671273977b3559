import type { Ctx } from '#packages/core'
import { enqueue } from '#packages/jobs'
import { maxPages } from '#packages/office'
import type { FileKind, Preview } from '../../contract.ts'
import { retryPreview, insertPreview, findPreview, type PreviewRow } from '../preview-queries.ts'
import { makePreviewJob } from '../preview-jobs.ts'
import { createFileLink, getWatermark, type ReadableFile } from './attachments.ts'
import { isInternalOwner } from './file-owners.ts'
import { getReadableFile } from './readable-files.ts'

/** To be raised when the converter, its faces or its limits make a difference that people see. */
const converterVersion = 1
/** A conversion takes seconds, at most half a minute and a second try. Nobody knows of one that takes longer than this. */
const lostAfterMs = 3 * 60_000
const faultsBeforeGivingUp = 3
const faultForgottenMs = 3600_000

/** What the browser shows as it is. */
const shownDirectly: Partial<Record<FileKind, Preview['kind']>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  pdf: 'pdf',
  txt: 'text',
}
const convertedKinds: readonly FileKind[] = ['word', 'excel', 'ppt']

/** How a file can be looked at. The preview of an office document is made when it is first asked for. */
export async function getPreview(ctx: Ctx, id: string): Promise<Preview> {
  const readable = await getReadableFile(ctx, id)
  const { file, claim } = readable
  // What is there for one download has no picture that would stay.
  if (file.onceUntil) return noPreview('none')
  const shownAs = shownDirectly[file.kind]
  if (!shownAs && !(convertedKinds.includes(file.kind) && file.sha256)) return noPreview('none')
  const watermark = claim && isInternalOwner(claim.ownerKind) ? await getWatermark(ctx) : null
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

/** What asking does now: the number of the try that begins, or none. */
function nextTry(row: PreviewRow | undefined, now: Date): number | 'wait' | 'given-up' {
  if (!row) return 1
  const age = now.getTime() - row.askedAt.getTime()
  if (row.state === 'removing') return 'wait'
  if (row.version !== converterVersion) return 1
  if (row.state === 'making' && age < lostAfterMs) return 'wait'
  if (row.state === 'making') return row.tries < faultsBeforeGivingUp ? row.tries + 1 : retryAfterPause(age)
  // It may have been the machine that had too much to do.
  return row.reason === 'too-long' ? retryAfterPause(age) : 'given-up'
}

/** What broke on our side so often, or was too slow for it, is left alone for an hour, then tried again from the beginning. */
const retryAfterPause = (age: number) => (age < faultForgottenMs ? 'given-up' : 1)

interface PreviewRequest {
  sha256: Buffer
  fileId: string
  row: PreviewRow | undefined
  tries: number
}

/** One job for a content, however many ask for it at once. */
async function requestPreview(ctx: Ctx, { sha256, fileId, row, tries }: PreviewRequest) {
  const attempt = { version: converterVersion, tries, now: ctx.now }
  const isFirst = row ? await retryPreview(ctx.db, sha256, row, attempt) : await insertPreview(ctx.db, sha256, attempt)
  if (isFirst) await enqueue(ctx, makePreviewJob, { fileId })
}

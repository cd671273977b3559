import type { Ctx } from '#packages/core'
import { enqueue } from '#packages/jobs'
import { maxPages } from '#packages/office'
import type { FileKind, Preview } from '../../contract.ts'
import { askAgain, insertPreview, previewOf, type PreviewRow } from '../preview-queries.ts'
import { makePreview } from '../preview-jobs.ts'
import { linkFor, watermarkFor, type Readable } from './attachments.ts'
import { isInternal } from './owners.ts'
import { readableFile } from './reading.ts'

/** To be raised when the converter, its faces or its limits make a difference that people see. */
const converterVersion = 1
/** A conversion takes seconds, at most half a minute and a second try. Nobody knows of one that takes longer than this. */
const lostAfterMs = 3 * 60_000
const faultsBeforeGivingUp = 3
const faultForgottenMs = 3600_000

/** What the browser shows as it is. */
const shownAsIs: Partial<Record<FileKind, Preview['kind']>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  pdf: 'pdf',
  txt: 'text',
}
const converted: readonly FileKind[] = ['word', 'excel', 'ppt']

/** How a file can be looked at. The preview of an office document is made when it is first asked for. */
export async function previewFile(ctx: Ctx, id: string): Promise<Preview> {
  const readable = await readableFile(ctx, id)
  const { file, claim } = readable
  // What is there for one download has no picture that would stay.
  if (file.onceUntil) return nothing('none')
  const asIs = shownAsIs[file.kind]
  if (!asIs && !(converted.includes(file.kind) && file.sha256)) return nothing('none')
  const watermark = claim && isInternal(claim.ownerKind) ? await watermarkFor(ctx) : null
  if (asIs) {
    const url = linkFor(ctx, readable, { variant: 'file', isDownload: false })
    return { state: 'ready', kind: asIs, url, pages: null, words: '', watermark }
  }
  return { ...(await convertedPreview(ctx, readable, file.sha256!)), watermark }
}

async function convertedPreview(ctx: Ctx, readable: Readable, sha256: Buffer): Promise<Preview> {
  const row = await previewOf(ctx.db, sha256)
  if (row?.state === 'ready' && row.version === converterVersion) {
    const url = linkFor(ctx, readable, { variant: 'preview', isDownload: false })
    const words = row.pages === maxPages ? `仅显示前${maxPages}页，完整内容请下载查看` : ''
    return { state: 'ready', kind: 'pdf', url, pages: row.pages, words, watermark: null }
  }
  const tries = nextTry(row, ctx.now)
  if (tries === 'given-up') return nothing('failed')
  if (tries !== 'wait') await ask(ctx, { sha256, fileId: readable.file.id, row, tries })
  return { state: 'making', kind: 'none', url: null, pages: null, words: '预览生成中，请稍等', watermark: null }
}

const nothing = (state: 'none' | 'failed'): Preview => ({
  state,
  kind: 'none',
  url: null,
  pages: null,
  watermark: null,
  words: '该文件无法预览，请下载查看',
})

/** What asking does now: the number of the try that begins, or none. */
function nextTry(row: PreviewRow | undefined, now: Date): number | 'wait' | 'given-up' {
  if (!row) return 1
  const age = now.getTime() - row.askedAt.getTime()
  if (row.state === 'removing') return 'wait'
  if (row.version !== converterVersion) return 1
  if (row.state === 'making' && age < lostAfterMs) return 'wait'
  if (row.state === 'making') return row.tries < faultsBeforeGivingUp ? row.tries + 1 : pauseOr(age)
  // It may have been the machine that had too much to do.
  return row.reason === 'too-long' ? pauseOr(age) : 'given-up'
}

/** What broke on our side so often, or was too slow for it, is left alone for an hour, then tried again from the beginning. */
const pauseOr = (age: number) => (age < faultForgottenMs ? 'given-up' : 1)

interface Asking {
  sha256: Buffer
  fileId: string
  row: PreviewRow | undefined
  tries: number
}

/** One job for a content, however many ask for it at once. */
async function ask(ctx: Ctx, { sha256, fileId, row, tries }: Asking) {
  const asked = { version: converterVersion, tries, now: ctx.now }
  const isFirst = row ? await askAgain(ctx.db, sha256, row, asked) : await insertPreview(ctx.db, sha256, asked)
  if (isFirst) await enqueue(ctx, makePreview, { fileId })
}

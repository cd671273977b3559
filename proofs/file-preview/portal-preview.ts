import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiClient } from '../shared/browser.ts'
import { uploadWhole } from '../shared/upload.ts'
import type { GoodDocument } from './good-documents.ts'

export interface PreviewResult extends GoodDocument {
  pdf: string
  pages: number
  /** Time until the PDF is ready: for the first reader, and for later ones. */
  coldMs: number
  warmMs: number
}

interface Preview {
  state: string
  url: string | null
  pages: number | null
  message: string
}

/** Uploads a document as a browser does, and opens its preview twice. */
export async function previewThroughPortal(
  browser: ApiClient,
  document: GoodDocument,
  folder: string,
): Promise<PreviewResult> {
  const id = await uploadWhole(browser, basename(document.path), await readFile(document.path))
  const pdf = join(folder, `${basename(document.path)}.pdf`)
  const cold = await openPreview(browser, id)
  const warm = await openPreview(browser, id)
  await writeFile(pdf, warm.bytes)
  return { ...document, pdf, pages: warm.pages, coldMs: cold.milliseconds, warmMs: warm.milliseconds }
}

/** Polls until the preview is ready and downloads it, like the viewer but more often. */
async function openPreview(browser: ApiClient, id: string) {
  const began = performance.now()
  for (const deadline = began + 60_000; performance.now() < deadline; await sleep(25)) {
    const { data, text } = await browser.post<Preview>('/api/files/preview', { id })
    if (data?.state === 'making') continue
    if (data?.state !== 'ready') throw new Error(`no preview: ${text}`)
    const answer = await fetch(data.url!)
    if (!answer.ok) throw new Error(`the link of a preview answers ${answer.status}`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    return { bytes, pages: data.pages!, milliseconds: performance.now() - began }
  }
  throw new Error('no preview after a minute')
}

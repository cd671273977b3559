import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '../parts/browser.ts'
import { uploadWhole } from '../parts/upload.ts'
import type { Good } from './good.ts'

export interface Shown extends Good {
  pdf: string
  pages: number
  /** Until the PDF is there, for whoever looks first; and for everybody after. */
  coldMs: number
  warmMs: number
}

interface Preview {
  state: string
  url: string | null
  pages: number | null
  words: string
}

/** Uploads a document as a browser does, looks at it, and looks again. */
export async function showThrough(browser: Browser, document: Good, folder: string): Promise<Shown> {
  const id = await uploadWhole(browser, basename(document.path), await readFile(document.path))
  const pdf = join(folder, `${basename(document.path)}.pdf`)
  const cold = await look(browser, id)
  const warm = await look(browser, id)
  await writeFile(pdf, warm.bytes)
  return { ...document, pdf, pages: warm.pages, coldMs: cold.milliseconds, warmMs: warm.milliseconds }
}

/** Asks until it is there, then takes it, as the viewer does; only more often. */
async function look(browser: Browser, id: string) {
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

import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '../parts/browser.ts'
import type { Good } from './good.ts'

export interface Shown extends Good {
  pdf: string
  pages: number
  /** Until the PDF is there, for whoever looks first; and for everybody after. */
  coldMs: number
  warmMs: number
}

interface Upload {
  id: string
  status: string
  words: string
}
interface Preview {
  state: string
  url: string | null
  pages: number | null
  words: string
}

/** Uploads a document as a browser does, looks at it, and looks again. */
export async function showThrough(browser: Browser, document: Good, folder: string): Promise<Shown> {
  const id = await upload(browser, document.path)
  const pdf = join(folder, `${basename(document.path)}.pdf`)
  const cold = await look(browser, id)
  const warm = await look(browser, id)
  await writeFile(pdf, warm.bytes)
  return { ...document, pdf, pages: warm.pages, coldMs: cold.milliseconds, warmMs: warm.milliseconds }
}

async function upload(browser: Browser, path: string): Promise<string> {
  const bytes = await readFile(path)
  const name = basename(path)
  const begun = await browser.post<Upload>('/api/files/initUpload', { name, size: bytes.length, mark: name })
  if (begun.ret !== 1) throw new Error(`${name} is not taken: ${begun.text}`)
  const { id } = begun.data
  const links = await browser.post<{ url: string }[]>('/api/files/partLinks', { id, parts: [1] })
  const sent = await fetch(links.data[0]!.url, { method: 'PUT', body: bytes })
  if (!sent.ok) throw new Error(`the store answers ${sent.status}`)
  await browser.post('/api/files/completeUpload', { id })
  for (const deadline = performance.now() + 20_000; performance.now() < deadline; await sleep(50)) {
    const { data } = await browser.get<Upload>(`/api/files/uploadState?id=${id}`)
    if (data.status === 'ready') return id
    if (data.status === 'refused') throw new Error(`${name} is refused: ${data.words}`)
  }
  throw new Error(`${name} is still being looked at`)
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

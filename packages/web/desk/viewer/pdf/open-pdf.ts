import {
  getDocument,
  PasswordException,
  PDFDataRangeTransport,
  PDFWorker,
  TextLayer,
  version,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { openBytes, pieceBytes, type FileBytes } from './file-bytes.ts'
import type { DrawingTask, PageRendering, PdfSource } from './pdf-source.ts'

/** Pixels per point. */
const perPoint = 96 / 72
/** Phones refuse larger canvases. */
const maxPixels = 16_000_000

const terminateAfterMs = 2_000

/** Files that pdf.js fetches when a document needs them; entry/web/build/pdf-assets.ts provides them. */
const assets = () => new URL(`/assets/pdf-${version}/`, location.origin).href

export class PdfLockedError extends Error {}

interface Opening {
  /** Loads another link to the same file when the current one has expired. */
  renew?: (() => Promise<string>) | undefined
  /** A part of the file could not be loaded after all tries. */
  onLost: () => void
}

/** Fetches only the viewed parts of the file. Nothing of the document runs: no scripts, no forms, no links. */
export async function openPdf(url: string, { renew, onLost }: Opening): Promise<PdfSource> {
  warmUpPdfWorker()
  const bytes = await openBytes(url, renew)
  const base = assets()
  const { worker, release } = takeWorker()
  const task = getDocument({
    ...(bytes.first.length < bytes.length ? { range: createRangeTransport(bytes, onLost) } : { data: bytes.first }),
    worker,
    rangeChunkSize: pieceBytes,
    disableStream: true,
    disableAutoFetch: true,
    cMapUrl: `${base}cmaps/`,
    standardFontDataUrl: `${base}fonts/`,
    wasmUrl: `${base}decoders/`,
    // The content security policy allows our own scripts and no runtime compilation.
    useWasm: false,
    enableXfa: false,
    verbosity: 0,
  })
  const close = () => release(task.destroy())
  try {
    return sourceOf(await task.promise, close)
  } catch (error) {
    close()
    throw error instanceof PasswordException ? new PdfLockedError() : error
  }
}

/** pdf.js requests the ranges that it needs. */
function createRangeTransport({ length, first, read }: FileBytes, onLost: () => void) {
  const transport = new PDFDataRangeTransport(length, first)
  let isClosed = false
  transport.abort = () => {
    isClosed = true
  }
  transport.requestDataRange = (begin, end) => {
    read(begin, end).then(
      (piece) => isClosed || transport.onDataRange(begin, piece),
      () => isClosed || onLost(),
    )
  }
  return transport
}

/** Starting a worker takes longer than rendering a page: an idle one is kept for the next document. */
let idleWorker: { port: Worker; worker: PDFWorker } | undefined

/** The worker can start while the server prepares the preview. */
export function warmUpPdfWorker() {
  idleWorker ??= newWorker()
}

function takeWorker() {
  const { port, worker } = idleWorker ?? newWorker()
  idleWorker = undefined
  const release = (end: Promise<void>) => {
    // A document that does not release the worker terminates it.
    const clock = setTimeout(() => port.terminate(), terminateAfterMs)
    const rest = () => {
      const isFree = !idleWorker && performance.now() - began < terminateAfterMs
      clearTimeout(clock)
      if (isFree) idleWorker = { port, worker }
      else port.terminate()
    }
    const began = performance.now()
    end.then(rest, () => port.terminate())
  }
  return { worker, release }
}

function newWorker() {
  const port = new Worker(`${assets()}worker.js`, { type: 'module' })
  return { port, worker: PDFWorker.create({ port }) }
}

function sourceOf(document: PDFDocumentProxy, close: () => void): PdfSource {
  const pages = new Map<number, Promise<PDFPageProxy>>()
  const pageOf = (number: number) => {
    const page = pages.get(number) ?? document.getPage(number)
    pages.set(number, page)
    return page
  }
  return {
    count: document.numPages,
    close,
    sizeOf: async (number) => {
      const { width, height } = (await pageOf(number)).getViewport({ scale: perPoint })
      return { width, height }
    },
    draw: (number, canvas, rendering) =>
      drawing(async (onStop) => {
        const page = await pageOf(number)
        const task = page.render({ canvas, viewport: sharp(canvas, page, rendering) })
        onStop(() => task.cancel())
        await task.promise
      }),
    write: (number, layer, rendering) =>
      drawing(async (_onStop, isStopped) => {
        const page = await pageOf(number)
        const viewport = viewportOf(page, rendering)
        const { pageWidth, pageHeight } = viewport.rawDims as { pageWidth: number; pageHeight: number }
        layer.style.setProperty('--total-scale-factor', String(viewport.scale))
        layer.style.setProperty('--page-width', `${pageWidth * viewport.scale}px`)
        layer.style.setProperty('--page-height', `${pageHeight * viewport.scale}px`)
        const content = await page.getTextContent()
        // Once started it runs to the end: when stopped in the middle, pdf.js fails on its own released data.
        if (!isStopped()) await new TextLayer({ textContentSource: content, container: layer, viewport }).render()
      }),
  }
}

const viewportOf = (page: PDFPageProxy, { scale, degrees }: PageRendering) =>
  page.getViewport({ scale: scale * perPoint, rotation: (page.rotate + degrees) % 360 })

/** The resolution of the screen, within the memory limit. */
function sharp(canvas: HTMLCanvasElement, page: PDFPageProxy, rendering: PageRendering) {
  const { width, height } = viewportOf(page, rendering)
  const density = Math.min(window.devicePixelRatio || 1, Math.sqrt(maxPixels / (width * height)))
  const viewport = viewportOf(page, { ...rendering, scale: rendering.scale * density })
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  return viewport
}

/** Work that can be stopped at any time; then it neither resolves nor rejects. */
function drawing(
  work: (onStop: (stop: () => void) => void, isStopped: () => boolean) => Promise<unknown>,
): DrawingTask {
  let isStopped = false
  let stop = () => {}
  const done = work(
    (stopWork) => {
      stop = stopWork
      if (isStopped) stopWork()
    },
    () => isStopped,
  ).then(
    () => {},
    (error: unknown) => {
      if (!isStopped) throw error
    },
  )
  return {
    done,
    stop: () => {
      isStopped = true
      stop()
    },
  }
}

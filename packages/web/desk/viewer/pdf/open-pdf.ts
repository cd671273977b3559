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

/** Dots of the screen in a point of print. */
const perPoint = 96 / 72
/** Phones give up on canvases that are larger. */
const mostPixels = 16_000_000

const stuckAfterMs = 2_000

/** What pdf.js fetches when a document needs it; entry/web/build/pdf-assets.ts puts it there. */
const assets = () => new URL(`/assets/pdf-${version}/`, location.origin).href

export class PdfLockedError extends Error {}

interface Opening {
  /** Another link to the same file, when the one there is has grown too old. */
  renew?: (() => Promise<string>) | undefined
  /** A part of it cannot be had, whatever was tried. */
  onLost: () => void
}

/** Fetches no more of the file than is looked at. Nothing of the document runs: no scripts, no forms, no links. */
export async function openPdf(url: string, { renew, onLost }: Opening): Promise<PdfSource> {
  warmUpPdfWorker()
  const bytes = await openBytes(url, renew)
  const base = assets()
  const { worker, release } = takeWorker()
  const task = getDocument({
    ...(bytes.first.length < bytes.length ? { range: piecesOf(bytes, onLost) } : { data: bytes.first }),
    worker,
    rangeChunkSize: pieceBytes,
    disableStream: true,
    disableAutoFetch: true,
    cMapUrl: `${base}cmaps/`,
    standardFontDataUrl: `${base}fonts/`,
    wasmUrl: `${base}decoders/`,
    // The page's policy allows scripts of our own and nothing that is compiled on the way.
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

/** pdf.js says which bytes it wants. */
function piecesOf({ length, first, read }: FileBytes, onLost: () => void) {
  const pieces = new PDFDataRangeTransport(length, first)
  let isClosed = false
  pieces.abort = () => {
    isClosed = true
  }
  pieces.requestDataRange = (begin, end) => {
    read(begin, end).then(
      (piece) => isClosed || pieces.onDataRange(begin, piece),
      () => isClosed || onLost(),
    )
  }
  return pieces
}

/** Starting one takes longer than drawing a page: the one that has nothing to do waits for the next document. */
let resting: { port: Worker; worker: PDFWorker } | undefined

/** While the server is asked what is to be shown, the worker can start. */
export function warmUpPdfWorker() {
  resting ??= newWorker()
}

function takeWorker() {
  const { port, worker } = resting ?? newWorker()
  resting = undefined
  const release = (end: Promise<void>) => {
    // A document that does not let go of it takes it along.
    const clock = setTimeout(() => port.terminate(), stuckAfterMs)
    const rest = () => {
      const isFree = !resting && performance.now() - began < stuckAfterMs
      clearTimeout(clock)
      if (isFree) resting = { port, worker }
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
    draw: (number, canvas, how) =>
      drawing(async (onStop) => {
        const page = await pageOf(number)
        const task = page.render({ canvas, viewport: sharp(canvas, page, how) })
        onStop(() => task.cancel())
        await task.promise
      }),
    write: (number, layer, how) =>
      drawing(async (_onStop, isStopped) => {
        const page = await pageOf(number)
        const viewport = viewportOf(page, how)
        const { pageWidth, pageHeight } = viewport.rawDims as { pageWidth: number; pageHeight: number }
        layer.style.setProperty('--total-scale-factor', String(viewport.scale))
        layer.style.setProperty('--page-width', `${pageWidth * viewport.scale}px`)
        layer.style.setProperty('--page-height', `${pageHeight * viewport.scale}px`)
        const content = await page.getTextContent()
        // Once begun it is left to end: stopped in the middle, pdf.js trips over what it has thrown away.
        if (!isStopped()) await new TextLayer({ textContentSource: content, container: layer, viewport }).render()
      }),
  }
}

const viewportOf = (page: PDFPageProxy, { scale, degrees }: PageRendering) =>
  page.getViewport({ scale: scale * perPoint, rotation: (page.rotate + degrees) % 360 })

/** As many dots as the screen has, as long as there is memory for them. */
function sharp(canvas: HTMLCanvasElement, page: PDFPageProxy, how: PageRendering) {
  const { width, height } = viewportOf(page, how)
  const density = Math.min(window.devicePixelRatio || 1, Math.sqrt(mostPixels / (width * height)))
  const viewport = viewportOf(page, { ...how, scale: how.scale * density })
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  return viewport
}

/** Work that can be stopped at any moment; then it neither ends well nor badly. */
function drawing(
  work: (onStop: (stop: () => void) => void, isStopped: () => boolean) => Promise<unknown>,
): DrawingTask {
  let isStopped = false
  let stop = () => {}
  const done = work(
    (how) => {
      stop = how
      if (isStopped) how()
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

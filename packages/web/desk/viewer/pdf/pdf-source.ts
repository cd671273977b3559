import type { Size } from '../../use-size.tsx'

export interface DrawingTask {
  done: Promise<void>
  stop: () => void
}

export interface PageRendering {
  scale: number
  degrees: number
}

/** A PDF that is open. Its pages are fetched, drawn and read one by one, as somebody gets to them. */
export interface PdfSource {
  count: number
  /** At 96 dots an inch. */
  sizeOf: (page: number) => Promise<Size>
  draw: (page: number, canvas: HTMLCanvasElement, how: PageRendering) => DrawingTask
  /** Words over the picture of them, to be marked and read aloud. */
  write: (page: number, layer: HTMLElement, how: PageRendering) => DrawingTask
  close: () => void
}

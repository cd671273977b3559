import type { Size } from '../../use-size.tsx'

export interface DrawingTask {
  done: Promise<void>
  stop: () => void
}

export interface PageRendering {
  scale: number
  degrees: number
}

/** An open PDF. Its pages are fetched, rendered and read one by one, as the user reaches them. */
export interface PdfSource {
  count: number
  /** At 96 dpi. */
  sizeOf: (page: number) => Promise<Size>
  draw: (page: number, canvas: HTMLCanvasElement, how: PageRendering) => DrawingTask
  /** Text over its picture, for selection and screen readers. */
  write: (page: number, layer: HTMLElement, how: PageRendering) => DrawingTask
  close: () => void
}

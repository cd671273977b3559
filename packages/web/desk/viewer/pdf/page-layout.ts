import type { Size } from '../../use-size.tsx'
import { getOutline } from '../geometry.ts'

/** Between two pages, and above the first. */
export const pageGap = 16

export interface PageLayout {
  pages: { top: number; width: number; height: number }[]
  width: number
  height: number
}

interface LayoutInput {
  count: number
  /** Of the pages that have been looked at, by number; the others are taken to be like the first. */
  sizes: ReadonlyMap<number, Size>
  factor: number
  degrees: number
  /** What is to be seen of it at once. */
  frame: Size
}

/** Where each page stands on the long strip of paper. */
export function layOutPages({ count, sizes, factor, degrees, frame }: LayoutInput): PageLayout {
  const defaultSize = sizes.get(1) ?? { width: 0, height: 0 }
  const pages: PageLayout['pages'] = []
  let top = pageGap
  let width = frame.width
  for (let number = 1; number <= count; number++) {
    const size = getOutline(sizes.get(number) ?? defaultSize, degrees)
    const page = { top, width: size.width * factor, height: size.height * factor }
    pages.push(page)
    top += page.height + pageGap
    // Wider than the frame, it keeps a margin to be scrolled to.
    if (page.width > frame.width) width = Math.max(width, page.width + 2 * pageGap)
  }
  return { pages, width, height: top }
}

/** The page that is read: the one at a third of the frame. */
export function getPageAt({ pages }: PageLayout, scrollTop: number, frameHeight: number): number {
  const line = scrollTop + frameHeight / 3
  const at = pages.findIndex(({ top, height }) => top + height + pageGap > line)
  return at < 0 ? Math.max(1, pages.length) : at + 1
}

/** The pages to be drawn: those in sight, and half a frame beyond. */
export function listPagesNear({ pages }: PageLayout, scrollTop: number, frameHeight: number): number[] {
  const [from, to] = [scrollTop - frameHeight / 2, scrollTop + frameHeight * 1.5]
  return pages.flatMap(({ top, height }, at) => (top + height >= from && top <= to ? [at + 1] : []))
}

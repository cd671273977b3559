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
  /** The sizes of loaded pages, by number; the others are assumed to be like the first. */
  sizes: ReadonlyMap<number, Size>
  factor: number
  degrees: number
  /** The visible area. */
  frame: Size
}

/** The position of each page on the scrolled strip. */
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
    // A page wider than the frame gets a margin at both sides.
    if (page.width > frame.width) width = Math.max(width, page.width + 2 * pageGap)
  }
  return { pages, width, height: top }
}

/** The current page: the one at a third of the frame. */
export function getPageAt({ pages }: PageLayout, scrollTop: number, frameHeight: number): number {
  const line = scrollTop + frameHeight / 3
  const at = pages.findIndex(({ top, height }) => top + height + pageGap > line)
  return at < 0 ? Math.max(1, pages.length) : at + 1
}

/** The pages to render: the visible ones, and half a frame beyond. */
export function listPagesNear({ pages }: PageLayout, scrollTop: number, frameHeight: number): number[] {
  const [from, to] = [scrollTop - frameHeight / 2, scrollTop + frameHeight * 1.5]
  return pages.flatMap(({ top, height }, at) => (top + height >= from && top <= to ? [at + 1] : []))
}

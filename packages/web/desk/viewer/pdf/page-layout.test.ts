import { expect, it } from 'vitest'
import { pageGap, layOutPages, getPageAt, listPagesNear } from './page-layout.ts'

const frame = { width: 768, height: 688 }
const sheet = { width: 794, height: 1123 }
const two = new Map([[1, sheet]])
const layoutInput = { count: 200, sizes: two, factor: 1, degrees: 0, frame: { width: 800, height: 688 } }

it('puts pages below each other, and assumes the size of the first for pages that are not loaded', () => {
  const { pages, width, height } = layOutPages({ ...layoutInput, count: 3 })
  expect(pages.map(({ top }) => top)).toEqual([pageGap, pageGap + 1123 + pageGap, pageGap + 2 * (1123 + pageGap)])
  expect(width).toBe(800)
  expect(height).toBe(pageGap + 3 * (1123 + pageGap))
})

it('gives a landscape page its own size, and rotates all pages by a quarter', () => {
  const sizes = new Map([...two, [2, { width: 1123, height: 794 }]])
  expect(layOutPages({ ...layoutInput, count: 2, sizes }).pages[1]).toMatchObject({ width: 1123, height: 794 })
  expect(layOutPages({ ...layoutInput, count: 2, sizes, degrees: 90 }).pages.map(({ width }) => width)).toEqual([
    1123, 794,
  ])
})

it('is only wider than its frame when a page is', () => {
  expect(layOutPages({ ...layoutInput, frame, factor: 0.86 }).width).toBe(768)
  expect(layOutPages({ ...layoutInput, frame, factor: 0.96 }).width).toBe(768)
  expect(layOutPages({ ...layoutInput, frame, factor: 2 }).width).toBe(1588 + 2 * pageGap)
})

it('renders only the visible pages and half a frame beyond, of two hundred pages as of three', () => {
  const layout = layOutPages(layoutInput)
  expect(listPagesNear(layout, 0, 688)).toEqual([1])
  expect(listPagesNear(layout, layout.pages[99]!.top, 688)).toEqual([99, 100])
  expect(listPagesNear(layout, layout.height, 688)).toEqual([200])
})

it('reports the current page, also between two and at the very end', () => {
  const layout = layOutPages(layoutInput)
  expect(getPageAt(layout, 0, 688)).toBe(1)
  expect(getPageAt(layout, layout.pages[41]!.top - pageGap, 688)).toBe(42)
  expect(getPageAt(layout, layout.height, 688)).toBe(200)
  expect(getPageAt(layOutPages({ ...layoutInput, count: 0 }), 0, 688)).toBe(1)
})

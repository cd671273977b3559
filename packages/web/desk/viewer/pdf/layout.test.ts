import { expect, it } from 'vitest'
import { gap, layOut, pageAt, pagesNear } from './layout.ts'

const frame = { width: 768, height: 688 }
const sheet = { width: 794, height: 1123 }
const two = new Map([[1, sheet]])
const asked = { count: 200, sizes: two, factor: 1, degrees: 0, frame: { width: 800, height: 688 } }

it('puts pages under each other, and takes those that nobody has seen for ones like the first', () => {
  const { pages, width, height } = layOut({ ...asked, count: 3 })
  expect(pages.map(({ top }) => top)).toEqual([gap, gap + 1123 + gap, gap + 2 * (1123 + gap)])
  expect(width).toBe(800)
  expect(height).toBe(gap + 3 * (1123 + gap))
})

it('gives a page that lies across its own room, and turns all of them by a quarter', () => {
  const sizes = new Map([...two, [2, { width: 1123, height: 794 }]])
  expect(layOut({ ...asked, count: 2, sizes }).pages[1]).toMatchObject({ width: 1123, height: 794 })
  expect(layOut({ ...asked, count: 2, sizes, degrees: 90 }).pages.map(({ width }) => width)).toEqual([1123, 794])
})

it('is only wider than its frame when a page is', () => {
  expect(layOut({ ...asked, frame, factor: 0.86 }).width).toBe(768)
  expect(layOut({ ...asked, frame, factor: 0.96 }).width).toBe(768)
  expect(layOut({ ...asked, frame, factor: 2 }).width).toBe(1588 + 2 * gap)
})

it('draws only what is in sight and half a frame beyond, of two hundred pages as of three', () => {
  const layout = layOut(asked)
  expect(pagesNear(layout, 0, 688)).toEqual([1])
  expect(pagesNear(layout, layout.pages[99]!.top, 688)).toEqual([99, 100])
  expect(pagesNear(layout, layout.height, 688)).toEqual([200])
})

it('says which page is read, also between two and at the very end', () => {
  const layout = layOut(asked)
  expect(pageAt(layout, 0, 688)).toBe(1)
  expect(pageAt(layout, layout.pages[41]!.top - gap, 688)).toBe(42)
  expect(pageAt(layout, layout.height, 688)).toBe(200)
  expect(pageAt(layOut({ ...asked, count: 0 }), 0, 688)).toBe(1)
})

import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Pager } from './pager.tsx'
import { listPageNumbers } from './page-numbers.ts'

let root: Root
let visitedPages: number[]

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  visitedPages = []
  const container = document.createElement('div')
  document.body.replaceChildren(container)
  root = createRoot(container)
})
afterEach(() => act(() => root.unmount()))

const draw = (current: number, isSimple = false) =>
  act(async () =>
    root.render(
      <Pager
        current={current}
        pageSize={20}
        total={200}
        onChange={(page) => visitedPages.push(page)}
        isSimple={isSimple}
      />,
    ),
  )
const button = (name: string) => document.querySelector<HTMLElement>(`[aria-label="${name}"]`)!

it('shows the first page, the last, and those around the current one', () => {
  expect(listPageNumbers(1, 3)).toEqual([1, 2, 3])
  expect(listPageNumbers(1, 10)).toEqual([1, 2, 3, 4, 5, '…', 10])
  expect(listPageNumbers(6, 10)).toEqual([1, '…', 5, 6, 7, '…', 10])
  expect(listPageNumbers(9, 10)).toEqual([1, '…', 6, 7, 8, 9, 10])
})

it('always has the same width, so that the arrows stay under the pointer', () => {
  for (let current = 1; current <= 40; current++) expect(listPageNumbers(current, 40)).toHaveLength(7)
})

it('goes to a page, and one page back or forward', async () => {
  await draw(3)
  expect(button('第 3 页').getAttribute('aria-current')).toBe('page')
  button('第 5 页').click()
  button('上一页').click()
  button('下一页').click()
  expect(visitedPages).toEqual([5, 2, 4])
})

it('stops at both ends', async () => {
  await draw(1)
  button('上一页').click()
  await draw(10, true)
  button('下一页').click()
  expect(visitedPages).toEqual([])
  expect(document.body.textContent).toBe('10 / 10')
})

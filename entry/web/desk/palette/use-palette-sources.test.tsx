import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PaletteSource } from '#packages/web/core/module.ts'
import { usePaletteSources } from './use-palette-sources.ts'

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

const searches: { keyword: string; signal: AbortSignal }[] = []
const people: PaletteSource = {
  id: 'people',
  title: '人员',
  sort: 1,
  search: async (keyword, signal) => {
    searches.push({ keyword, signal })
    return [{ id: keyword, title: `${keyword}老师`, to: '/x' }]
  },
}
const broken: PaletteSource = { ...people, id: 'broken', title: '坏的', search: () => Promise.reject(new Error('no')) }
const again: PaletteSource = {
  id: 'again',
  title: '又一次',
  sort: 2,
  // Already found by the source before.
  search: async (keyword) => [{ id: keyword, title: `${keyword}老师`, to: '/y' }],
}
const sources = [broken, people, again]

it('queries the modules after a pause in typing, aborts the previous query, and skips sources that fail', async () => {
  const Page = ({ keyword }: { keyword: string }) => {
    const { groups, isSearching } = usePaletteSources(sources, keyword)
    return isSearching
      ? '…'
      : groups.map(({ title, hits }) => `${title}: ${hits.map((hit) => hit.title).join()}`).join()
  }
  const container = document.createElement('div')
  const root = createRoot(container)
  const type = (keyword: string) => act(async () => root.render(<Page keyword={keyword} />))
  const wait = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))
  await type('李')
  await wait(199)
  await type('李敏')
  expect(container.textContent).toBe('…')
  await wait(199)
  expect(searches).toEqual([])
  await wait(1)
  expect(searches.map(({ keyword }) => keyword)).toEqual(['李敏'])
  expect(container.textContent).toBe('人员: 李敏老师')
  await type('')
  expect(container.textContent).toBe('')
  expect(searches[0]?.signal.aborted).toBe(true)
})

import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PaletteSource } from '#packages/web/core/module.ts'
import { useSources } from './use-sources.ts'

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

const asked: { words: string; signal: AbortSignal }[] = []
const people: PaletteSource = {
  id: 'people',
  title: '人员',
  sort: 1,
  search: async (words, signal) => {
    asked.push({ words, signal })
    return [{ id: words, title: `${words}老师`, to: '/x' }]
  },
}
const broken: PaletteSource = { ...people, id: 'broken', title: '坏的', search: () => Promise.reject(new Error('no')) }
const again: PaletteSource = {
  id: 'again',
  title: '又一次',
  sort: 2,
  // Found by the one before already.
  search: async (words) => [{ id: words, title: `${words}老师`, to: '/y' }],
}
const sources = [broken, people, again]

it('asks the modules once the fingers rest, takes back what it asked before, and goes on without who fails', async () => {
  const Page = ({ words }: { words: string }) => {
    const { groups, isAsking } = useSources(sources, words)
    return isAsking ? '…' : groups.map(({ title, hits }) => `${title}: ${hits.map((hit) => hit.title).join()}`).join()
  }
  const place = document.createElement('div')
  const root = createRoot(place)
  const type = (words: string) => act(async () => root.render(<Page words={words} />))
  const wait = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))
  await type('李')
  await wait(199)
  await type('李敏')
  expect(place.textContent).toBe('…')
  await wait(199)
  expect(asked).toEqual([])
  await wait(1)
  expect(asked.map(({ words }) => words)).toEqual(['李敏'])
  expect(place.textContent).toBe('人员: 李敏老师')
  await type('')
  expect(place.textContent).toBe('')
  expect(asked[0]?.signal.aborted).toBe(true)
})

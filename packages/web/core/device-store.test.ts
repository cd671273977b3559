import { beforeEach, expect, it, vi } from 'vitest'
import { createDeviceStore } from './device-store.ts'
import { createMemoryIndexedDb } from './device-store.fixture.ts'

beforeEach(() => {
  vi.stubGlobal('indexedDB', createMemoryIndexedDb())
})

it('keeps, lists, changes and removes', async () => {
  const store = createDeviceStore<{ count: number }>('counts')
  await store.put('a', { count: 1 })
  await store.put('b', { count: 2 })
  await store.change('a', (before) => before && { count: before.count + 1 })
  await store.change('c', () => undefined)
  expect(await store.list()).toEqual([{ count: 2 }, { count: 2 }])
  expect(await store.get('a')).toEqual({ count: 2 })
  await store.remove('b')
  expect(await store.list()).toEqual([{ count: 2 }])
})

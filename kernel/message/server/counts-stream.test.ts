import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Cells } from '#packages/db'
import { createActor } from '#packages/testing'
import { openCountsHub } from './counts-stream.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('leaves no timer behind after closing with pending notifications', async () => {
  const nowhere = { cellOf: async () => undefined } as unknown as Cells
  const hub = openCountsHub(nowhere, { warn: () => {} }, { recheck: async () => {}, onEnded: async () => {} })
  hub.join(createActor(), { send: () => {}, onEnd: () => {} })
  expect(vi.getTimerCount()).toBe(1)
  await hub.close()
  hub.join(createActor(), { send: () => {}, onEnd: () => {} })
  expect(vi.getTimerCount()).toBe(0)
})

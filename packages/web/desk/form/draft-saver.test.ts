import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDraftSaver } from './draft-saver.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A store that answers when the test lets it. */
function createSlowSaver() {
  const log: string[] = []
  const open: { answer: () => void; fail: () => void }[] = []
  const wait = (what: string) =>
    new Promise<{ savedAt: string }>((done, fail) => {
      log.push(what)
      open.push({ answer: () => done({ savedAt: what }), fail: () => fail(new Error('down')) })
    })
  const outcomes: string[] = []
  const saver = createDraftSaver<string>(
    { save: (value) => wait(`save ${value}`), drop: () => wait('drop') },
    { saved: (at) => outcomes.push(at), failed: () => outcomes.push('failed') },
  )
  return { log, open, outcomes, saver }
}

it('saves every three seconds while the user types, and the latest text', async () => {
  const { log, open, saver } = createSlowSaver()
  saver.change('a')
  await vi.advanceTimersByTimeAsync(2000)
  saver.change('ab')
  expect(log).toEqual([])
  await vi.advanceTimersByTimeAsync(1000)
  expect(log).toEqual(['save ab'])
  open[0]!.answer()
  saver.change('abc')
  await vi.advanceTimersByTimeAsync(3000)
  expect(log).toEqual(['save ab', 'save abc'])
})

it('waits for one call before it makes the next', async () => {
  const { log, open, saver } = createSlowSaver()
  saver.change('a')
  await vi.advanceTimersByTimeAsync(3000)
  saver.change('ab')
  await vi.advanceTimersByTimeAsync(9000)
  expect(log).toEqual(['save a'])
  open[0]!.answer()
  await vi.advanceTimersByTimeAsync(0)
  expect(log).toEqual(['save a', 'save ab'])
})

it('saves at once when the page is left, even while another call is in progress', async () => {
  const { log, saver } = createSlowSaver()
  saver.change('a')
  await vi.advanceTimersByTimeAsync(3000)
  saver.change('ab')
  saver.leave()
  expect(log).toEqual(['save a', 'save ab'])
  saver.leave()
  expect(log).toHaveLength(2)
})

it('drops a draft only after the call in progress, so that nothing comes back', async () => {
  const { log, open, saver } = createSlowSaver()
  saver.change('a')
  await vi.advanceTimersByTimeAsync(3000)
  saver.change('ab')
  void saver.drop()
  await vi.advanceTimersByTimeAsync(9000)
  expect(log).toEqual(['save a'])
  open[0]!.answer()
  await vi.advanceTimersByTimeAsync(9000)
  expect(log).toEqual(['save a', 'drop'])
})

it('retries after half a minute when saving failed', async () => {
  const { log, open, outcomes, saver } = createSlowSaver()
  saver.change('a')
  await vi.advanceTimersByTimeAsync(3000)
  open[0]!.fail()
  await vi.advanceTimersByTimeAsync(29_000)
  expect(outcomes).toEqual(['failed'])
  await vi.advanceTimersByTimeAsync(1000)
  expect(log).toEqual(['save a', 'save a'])
})

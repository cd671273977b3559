import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDraftAutosave, type DraftSaveState } from './draft-autosave.ts'

let written: string[]
let sent: { text: string; at: number }[]
let states: DraftSaveState[]
let isOnline: boolean
let began: number

beforeEach(() => {
  vi.useFakeTimers()
  written = []
  sent = []
  states = []
  isOnline = true
  began = Date.now()
})
afterEach(() => vi.useRealTimers())

const createAutosave = ({ save = true, fails = false } = {}) =>
  createDraftAutosave<string>({
    write: (text) => {
      written.push(text)
      return Promise.resolve()
    },
    save: save
      ? (text) => {
          sent.push({ text, at: Date.now() - began })
          return fails ? Promise.reject(new Error('no')) : Promise.resolve()
        }
      : undefined,
    isOnline: () => isOnline,
    onSaved: (saved) => states.push(saved),
  })
const soon = () => vi.advanceTimersByTimeAsync(1)

it('is on the device at every change, within a second, and claims no more than that', async () => {
  const draft = createAutosave({ save: false })
  draft.change('陈')
  await soon()
  draft.change('陈知')
  draft.change('陈知远')
  await soon()
  expect(written.at(-1)).toBe('陈知远')
  expect(states.at(-1)).toEqual({ at: 'device' })
})

it('is sent to the server when a field is left, and shows the time', async () => {
  const draft = createAutosave()
  draft.change('陈知远')
  await soon()
  expect(sent).toEqual([])
  expect(states.at(-1)).toEqual({ at: 'device' })
  draft.leaveField()
  await soon()
  expect(sent.map(({ text }) => text)).toEqual(['陈知远'])
  expect(states.at(-1)).toEqual({ at: 'server', time: Date.now() - 1 })
})

it('is sent at most every ten seconds, however many fields are left', async () => {
  const draft = createAutosave()
  for (let second = 0; second < 25; second++) {
    draft.change(`第 ${second} 秒`)
    draft.leaveField()
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(sent.map(({ at }) => Math.round(at / 1_000))).toEqual([0, 10, 20])
})

it('is sent at every step, at once', async () => {
  const draft = createAutosave()
  draft.change('一')
  draft.leaveField()
  await vi.advanceTimersByTimeAsync(1_000)
  draft.change('二')
  draft.leaveStep()
  await soon()
  expect(sent.map(({ text }) => text)).toEqual(['一', '二'])
})

it('sends nothing when nothing has changed', async () => {
  const draft = createAutosave()
  draft.change('一')
  draft.leaveStep()
  await soon()
  draft.leaveField()
  draft.leaveStep()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(sent).toHaveLength(1)
})

it('shows that there is no network, keeps it on the device, and sends it when there is one', async () => {
  const draft = createAutosave()
  isOnline = false
  draft.change('陈知远')
  draft.leaveField()
  await soon()
  expect(written).toEqual(['陈知远'])
  expect(states.at(-1)).toEqual({ at: 'offline' })
  expect(sent).toEqual([])
  isOnline = true
  draft.handleConnectionChange()
  await soon()
  expect(states.at(-1)?.at).toBe('server')
})

it('retries in ten seconds when the server refused it, and does not claim that it is saved', async () => {
  const draft = createAutosave({ fails: true })
  draft.change('陈知远')
  draft.leaveField()
  await soon()
  expect(states.at(-1)).toEqual({ at: 'device' })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toHaveLength(2)
  draft.stop()
})

it('shows when even the device could not store it', async () => {
  const draft = createDraftAutosave<string>({
    write: () => Promise.reject(new Error('full')),
    isOnline: () => true,
    onSaved: (saved) => states.push(saved),
  })
  draft.change('陈知远')
  await soon()
  expect(states.at(-1)).toEqual({ at: 'lost' })
})

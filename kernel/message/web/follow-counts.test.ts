import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Ret } from '#packages/core'
import type { MessageCounts } from '../contract.ts'
import { followCounts } from './follow-counts.ts'

/** A server that accepts any number of streams and sends what the test writes. */
interface Line {
  say(text: string): void
  end(): void
  isClosed: boolean
}
let lines: Line[]
let fetchCount: number
let received: MessageCounts[]
let answer: () => Response | undefined
let stop = () => {}

const of = (unread: number): MessageCounts => ({ unread, todo: 0, tasks: 0 })
const toLine = (counts: MessageCounts) => `${JSON.stringify(counts)}\n`
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const refused = (ret: number) =>
  new Response(JSON.stringify({ ret, msg: '', data: null }), { headers: { 'content-type': 'application/json' } })

function openLine(signal: AbortSignal): Promise<Response> {
  const other = answer()
  if (other) return Promise.resolve(other)
  let control: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (control = controller) })
  const line: Line = {
    isClosed: false,
    say: (text) => control.enqueue(new TextEncoder().encode(text)),
    end: () => control.close(),
  }
  signal.addEventListener('abort', () => {
    line.isClosed = true
    try {
      control.error(new Error('aborted'))
    } catch {
      // The stream was already closed.
    }
  })
  lines.push(line)
  return Promise.resolve(new Response(body, { headers: { 'content-type': 'application/x-ndjson' } }))
}

function show(state: DocumentVisibilityState) {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(async () => {
  vi.useFakeTimers()
  lines = []
  received = []
  fetchCount = 0
  answer = () => undefined
  show('visible')
  start()
  await wait(0)
})
afterEach(() => {
  stop()
  Reflect.deleteProperty(document, 'visibilityState')
  vi.useRealTimers()
})

function start() {
  stop = followCounts({
    open: openLine,
    fetchOnce: async () => {
      fetchCount++
      return of(100 + fetchCount)
    },
    onCounts: (counts) => received.push(counts),
    random: () => 1,
  })
}

it('reads each line however the chunks are cut, and treats blank lines as heartbeats', async () => {
  const text = `${toLine(of(1))}\n\n${toLine(of(2))}`
  lines[0]!.say(text.slice(0, 10))
  await wait(25_000)
  lines[0]!.say(text.slice(10))
  await wait(25_000)
  lines[0]!.say('\n')
  await wait(50_000)
  expect(received).toEqual([of(1), of(2)])
  expect(lines).toHaveLength(1)
})

it('reconnects after ever longer pauses, and at once after a received line', async () => {
  answer = () => refused(Ret.unavailable)
  lines[0]!.end()
  await wait(999)
  const opened = vi.fn(() => refused(Ret.unavailable))
  answer = opened
  await wait(1)
  expect(opened).toHaveBeenCalledTimes(1)
  await wait(2_000)
  expect(opened).toHaveBeenCalledTimes(2)
  await wait(3_999)
  expect(opened).toHaveBeenCalledTimes(2)
  answer = () => undefined
  await wait(1)
  lines.at(-1)!.say(toLine(of(5)))
  await wait(0)
  const before = lines.length
  lines.at(-1)!.end()
  await wait(1_000)
  expect(lines).toHaveLength(before + 1)
})

it('polls once a minute while there is no stream', async () => {
  answer = () => refused(Ret.unavailable)
  lines[0]!.end()
  await wait(59_000)
  expect(fetchCount).toBe(0)
  await wait(5 * 60_000)
  expect(fetchCount).toBeGreaterThanOrEqual(4)
  expect(fetchCount).toBeLessThanOrEqual(6)
  expect(received.at(-1)).toEqual(of(100 + fetchCount))
})

it('treats a stream as dead after a minute of silence', async () => {
  await wait(60_000)
  expect(lines[0]!.isClosed).toBe(true)
  await wait(1_000)
  expect(lines).toHaveLength(2)
})

it('closes the stream while the tab is hidden and opens a new one when it is shown', async () => {
  show('hidden')
  await wait(29_000)
  expect(lines[0]!.isClosed).toBe(false)
  await wait(2_000)
  expect(lines[0]!.isClosed).toBe(true)
  await wait(10 * 60_000)
  expect(lines).toHaveLength(1)
  expect(fetchCount).toBe(0)
  show('visible')
  await wait(0)
  expect(lines).toHaveLength(2)
})

it('closes the stream also in a tab that was opened hidden', async () => {
  stop()
  show('hidden')
  start()
  await wait(31_000)
  expect(lines.map(({ isClosed }) => isClosed)).toEqual([true, true])
  show('visible')
  await wait(0)
  expect(lines).toHaveLength(3)
})

it('reconnects as soon as the network is back', async () => {
  answer = () => refused(Ret.unavailable)
  lines[0]!.end()
  await wait(20_000)
  answer = () => undefined
  window.dispatchEvent(new Event('online'))
  await wait(0)
  expect(lines).toHaveLength(2)
})

it('stops when the session has ended or when it is ended', async () => {
  answer = () => refused(Ret.sessionEnded)
  lines[0]!.end()
  await wait(1_000)
  answer = () => undefined
  await wait(10 * 60_000)
  expect(lines).toHaveLength(1)
  expect(fetchCount).toBe(0)
})

it('closes its stream when it is ended', async () => {
  stop()
  await wait(10 * 60_000)
  expect(lines[0]!.isClosed).toBe(true)
  expect(lines).toHaveLength(1)
})

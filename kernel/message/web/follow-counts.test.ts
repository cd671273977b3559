import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Ret } from '#packages/core'
import type { MessageCounts } from '../contract.ts'
import { followCounts } from './follow-counts.ts'

/** A server that is opened as often as it is asked, and says what the test wants it to say. */
interface Line {
  say(text: string): void
  end(): void
  isClosed: boolean
}
let lines: Line[]
let asked: number
let heard: MessageCounts[]
let answer: () => Response | undefined
let stop = () => {}

const of = (unread: number): MessageCounts => ({ unread, todo: 0, tasks: 0 })
const spoken = (counts: MessageCounts) => `${JSON.stringify(counts)}\n`
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const refused = (ret: number) =>
  new Response(JSON.stringify({ ret, msg: '', data: null }), { headers: { 'content-type': 'application/json' } })

function openLine(signal: AbortSignal): Promise<Response> {
  const other = answer()
  if (other) return Promise.resolve(other)
  let control: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({ start: (given) => void (control = given) })
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
      // It was at its end already.
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
  heard = []
  asked = 0
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
      asked++
      return of(100 + asked)
    },
    onCounts: (counts) => heard.push(counts),
    random: () => 1,
  })
}

it('hears each line, wherever the pieces are cut, and takes blank ones for a heartbeat', async () => {
  const text = `${spoken(of(1))}\n\n${spoken(of(2))}`
  lines[0]!.say(text.slice(0, 10))
  await wait(25_000)
  lines[0]!.say(text.slice(10))
  await wait(25_000)
  lines[0]!.say('\n')
  await wait(50_000)
  expect(heard).toEqual([of(1), of(2)])
  expect(lines).toHaveLength(1)
})

it('opens it again after ever longer pauses, and at once after it has heard something', async () => {
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
  lines.at(-1)!.say(spoken(of(5)))
  await wait(0)
  const before = lines.length
  lines.at(-1)!.end()
  await wait(1_000)
  expect(lines).toHaveLength(before + 1)
})

it('asks once a minute while there is no line', async () => {
  answer = () => refused(Ret.unavailable)
  lines[0]!.end()
  await wait(59_000)
  expect(asked).toBe(0)
  await wait(5 * 60_000)
  expect(asked).toBeGreaterThanOrEqual(4)
  expect(asked).toBeLessThanOrEqual(6)
  expect(heard.at(-1)).toEqual(of(100 + asked))
})

it('takes a line for dead that says nothing for a minute', async () => {
  await wait(60_000)
  expect(lines[0]!.isClosed).toBe(true)
  await wait(1_000)
  expect(lines).toHaveLength(2)
})

it('gives its line back while nobody looks, and takes a new one as soon as somebody does', async () => {
  show('hidden')
  await wait(29_000)
  expect(lines[0]!.isClosed).toBe(false)
  await wait(2_000)
  expect(lines[0]!.isClosed).toBe(true)
  await wait(10 * 60_000)
  expect(lines).toHaveLength(1)
  expect(asked).toBe(0)
  show('visible')
  await wait(0)
  expect(lines).toHaveLength(2)
})

it('gives its line back also in a tab that nobody has looked at yet', async () => {
  stop()
  show('hidden')
  start()
  await wait(31_000)
  expect(lines.map(({ isClosed }) => isClosed)).toEqual([true, true])
  show('visible')
  await wait(0)
  expect(lines).toHaveLength(3)
})

it('does not wait any longer once the network is back', async () => {
  answer = () => refused(Ret.unavailable)
  lines[0]!.end()
  await wait(20_000)
  answer = () => undefined
  window.dispatchEvent(new Event('online'))
  await wait(0)
  expect(lines).toHaveLength(2)
})

it('asks no more when the session is over, or when it is ended', async () => {
  answer = () => refused(Ret.sessionEnded)
  lines[0]!.end()
  await wait(1_000)
  answer = () => undefined
  await wait(10 * 60_000)
  expect(lines).toHaveLength(1)
  expect(asked).toBe(0)
})

it('closes its line when it is ended', async () => {
  stop()
  await wait(10 * 60_000)
  expect(lines[0]!.isClosed).toBe(true)
  expect(lines).toHaveLength(1)
})

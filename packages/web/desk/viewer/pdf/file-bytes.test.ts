import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openBytes, pieceBytes } from './file-bytes.ts'

const whole = new Uint8Array(pieceBytes * 2 + 10).map((_, at) => at % 251)
let requests: string[]
/** What the next questions are answered with instead: a status, or nothing at all. */
let moods: (number | 'away')[]
let dead: Set<string>
let knowsPieces: boolean

beforeEach(() => {
  vi.useFakeTimers()
  requests = []
  moods = []
  dead = new Set()
  knowsPieces = true
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: { range: string } }) => {
    requests.push(`${url} ${headers.range}`)
    const mood = moods.shift()
    if (mood === 'away') throw new TypeError('Failed to fetch')
    if (mood !== undefined || dead.has(url)) return new Response(null, { status: mood ?? 403 })
    if (!knowsPieces) return new Response(whole)
    const [begin, end] = headers.range.slice('bytes='.length).split('-').map(Number) as [number, number]
    const last = Math.min(end, whole.length - 1)
    return new Response(whole.slice(begin, last + 1), {
      status: 206,
      headers: { 'content-range': `bytes ${begin}-${last}/${whole.length}` },
    })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('fetches how a file begins, hears how long it is, and then only what is asked for', async () => {
  const bytes = await openBytes('/one')
  expect([bytes.length, bytes.first.length]).toEqual([whole.length, pieceBytes])
  expect(await bytes.read(pieceBytes, pieceBytes + 5)).toEqual(whole.slice(pieceBytes, pieceBytes + 5))
  expect(requests).toEqual([`/one bytes=0-${pieceBytes - 1}`, `/one bytes=${pieceBytes}-${pieceBytes + 4}`])
})

it('takes all of it from a server that knows no pieces', async () => {
  knowsPieces = false
  const bytes = await openBytes('/one')
  expect([bytes.length, bytes.first.length]).toEqual([whole.length, whole.length])
})

it('goes on by another link when the one it has is too old, and asks for it once', async () => {
  const renew = vi.fn(async () => '/two')
  const bytes = await openBytes('/one', renew)
  dead.add('/one')
  const both = await Promise.all([bytes.read(10, 20), bytes.read(20, 30)])
  expect(both).toEqual([whole.slice(10, 20), whole.slice(20, 30)])
  expect(renew).toHaveBeenCalledOnce()
  expect(requests.slice(-2)).toEqual(['/two bytes=10-19', '/two bytes=20-29'])
})

it('tries again when nobody answers, but not for ever', async () => {
  const bytes = await openBytes('/one')
  moods = ['away', 503]
  const piece = bytes.read(10, 20)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await piece).toEqual(whole.slice(10, 20))
  moods = ['away', 'away', 'away']
  const lost = bytes.read(10, 20).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await lost).toBeInstanceOf(TypeError)
})

it('does not ask for ever for links when none is any good', async () => {
  const renew = vi.fn(async () => '/one')
  dead.add('/one')
  await expect(openBytes('/one', renew)).rejects.toThrow()
  expect(requests).toHaveLength(3)
  await expect(openBytes('/one')).rejects.toThrow()
})

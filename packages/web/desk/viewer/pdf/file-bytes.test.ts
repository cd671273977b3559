import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openBytes, pieceBytes } from './file-bytes.ts'

const whole = new Uint8Array(pieceBytes * 2 + 10).map((_, at) => at % 251)
let requests: string[]
/** The next answers instead: a status, or no answer. */
let nextAnswers: (number | 'away')[]
let expiredLinks: Set<string>
let knowsPieces: boolean

beforeEach(() => {
  vi.useFakeTimers()
  requests = []
  nextAnswers = []
  expiredLinks = new Set()
  knowsPieces = true
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: { range: string } }) => {
    requests.push(`${url} ${headers.range}`)
    const nextAnswer = nextAnswers.shift()
    if (nextAnswer === 'away') throw new TypeError('Failed to fetch')
    if (nextAnswer !== undefined || expiredLinks.has(url)) return new Response(null, { status: nextAnswer ?? 403 })
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

it('fetches the start of a file with its length, and then only the requested ranges', async () => {
  const bytes = await openBytes('/one')
  expect([bytes.length, bytes.first.length]).toEqual([whole.length, pieceBytes])
  expect(await bytes.read(pieceBytes, pieceBytes + 5)).toEqual(whole.slice(pieceBytes, pieceBytes + 5))
  expect(requests).toEqual([`/one bytes=0-${pieceBytes - 1}`, `/one bytes=${pieceBytes}-${pieceBytes + 4}`])
})

it('reads everything from a server without range support', async () => {
  knowsPieces = false
  const bytes = await openBytes('/one')
  expect([bytes.length, bytes.first.length]).toEqual([whole.length, whole.length])
})

it('continues with another link when the current one has expired, and requests it once', async () => {
  const renew = vi.fn(async () => '/two')
  const bytes = await openBytes('/one', renew)
  expiredLinks.add('/one')
  const both = await Promise.all([bytes.read(10, 20), bytes.read(20, 30)])
  expect(both).toEqual([whole.slice(10, 20), whole.slice(20, 30)])
  expect(renew).toHaveBeenCalledOnce()
  expect(requests.slice(-2)).toEqual(['/two bytes=10-19', '/two bytes=20-29'])
})

it('retries without an answer, but not forever', async () => {
  const bytes = await openBytes('/one')
  nextAnswers = ['away', 503]
  const piece = bytes.read(10, 20)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await piece).toEqual(whole.slice(10, 20))
  nextAnswers = ['away', 'away', 'away']
  const lost = bytes.read(10, 20).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await lost).toBeInstanceOf(TypeError)
})

it('does not request links forever when none works', async () => {
  const renew = vi.fn(async () => '/one')
  expiredLinks.add('/one')
  await expect(openBytes('/one', renew)).rejects.toThrow()
  expect(requests).toHaveLength(3)
  await expect(openBytes('/one')).rejects.toThrow()
})

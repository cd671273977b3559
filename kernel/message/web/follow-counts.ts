import { Ret } from '#packages/core'
import type { MessageCounts, StreamCounts } from '../contract.ts'

/** A line of the stream has a mark; a single answer has none. */
export type ReceivedCounts = MessageCounts & Partial<Pick<StreamCounts, 'mark'>>

export interface FollowOptions {
  /** Opens the stream, which stays open until one side closes it. */
  open: (signal: AbortSignal) => Promise<Response>
  /** Fetches the counts once. */
  fetchOnce: (signal: AbortSignal) => Promise<MessageCounts>
  onCounts: (counts: ReceivedCounts) => void
  /** Between 0 and 1; fixed in tests. */
  random?: () => number
}

/** The server sends a line every 25 seconds, possibly a blank one. */
const silentMs = 60_000
const pauseMs = { first: 1_000, longest: 60_000 }
const fetchEveryMs = 60_000
/** A hidden tab closes its stream, because a browser has only six connections to a server without HTTP/2. */
const hiddenMs = 30_000

/** The session has ended, or the user has no counts: retrying is useless. */
class StreamRefused extends Error {}

/**
 * Follows the counts of the signed-in user by one stream per tab. A broken stream is opened again after growing, random
 * pauses; meanwhile the counts are polled once a minute. Returns a function that ends it.
 */
export function followCounts({ open, fetchOnce, onCounts, random = Math.random }: FollowOptions): () => void {
  const ending = new AbortController()
  let line: AbortController | undefined
  let wake = () => {}
  let receivedAt = Date.now()
  let hiding: ReturnType<typeof setTimeout> | undefined
  const receive = (counts: ReceivedCounts) => {
    receivedAt = Date.now()
    onCounts(counts)
  }
  const onVisibilityChange = () => {
    clearTimeout(hiding)
    if (document.visibilityState === 'hidden') hiding = setTimeout(() => line?.abort(), hiddenMs)
    else wake()
  }
  const onOnline = () => wake()
  document.addEventListener('visibilitychange', onVisibilityChange)
  window.addEventListener('online', onOnline)
  void run()
  onVisibilityChange() // a tab can be opened in the background
  return () => {
    ending.abort()
    line?.abort()
    wake()
    clearTimeout(hiding)
    document.removeEventListener('visibilitychange', onVisibilityChange)
    window.removeEventListener('online', onOnline)
  }

  async function run() {
    let failures = 0
    while (!ending.signal.aborted) {
      if (document.visibilityState === 'hidden' && failures > 0) await pause(Infinity)
      if (ending.signal.aborted) return
      try {
        line = new AbortController()
        await readStream(line, open, (counts) => {
          failures = 0
          receive(counts)
        })
      } catch (error) {
        if (error instanceof StreamRefused) return
      }
      failures++
      if (document.visibilityState === 'hidden') continue
      if (Date.now() - receivedAt >= fetchEveryMs) await fetchCountsOnce()
      const longest = Math.min(pauseMs.first * 2 ** (failures - 1), pauseMs.longest)
      await pause(longest * (0.5 + random() / 2))
    }
  }

  async function fetchCountsOnce() {
    if (ending.signal.aborted) return
    try {
      receive(await fetchOnce(ending.signal))
    } catch {
      // The next round tries again.
    }
  }

  /** Waits for this time, or until the tab is shown or the network is back. */
  function pause(ms: number) {
    return new Promise<void>((resolve) => {
      const timer = ms === Infinity ? undefined : setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

/** Reads one stream to its end. */
async function readStream(
  line: AbortController,
  open: FollowOptions['open'],
  onCounts: (counts: StreamCounts) => void,
) {
  let clock = setTimeout(() => line.abort(), silentMs)
  try {
    const response = await open(line.signal)
    if (isRefused(response)) return await refuse(response)
    const reader = response.body!.getReader()
    const decoder = new TextDecoder()
    for (let rest = ''; ;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(clock)
      clock = setTimeout(() => line.abort(), silentMs)
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop()!
      for (const text of lines) if (text.trim()) onCounts(JSON.parse(text) as StreamCounts)
    }
  } finally {
    clearTimeout(clock)
    line.abort()
  }
}

/** Refusals come in the usual envelope. */
const isRefused = ({ ok, headers, body }: Response) =>
  !ok || !body || (headers.get('content-type') ?? '').startsWith('application/json')

const final: readonly unknown[] = [Ret.notSignedIn, Ret.sessionEnded, Ret.wrongAudience, Ret.forbidden, Ret.notFound]

async function refuse(response: Response) {
  const answer = (await response.json().catch(() => null)) as { ret?: unknown } | null
  if (final.includes(answer?.ret)) throw new StreamRefused()
}

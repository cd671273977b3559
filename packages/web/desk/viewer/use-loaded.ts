import { useEffect, useState } from 'react'
import { isGone, wordsOf } from '#packages/web/core/call-error.ts'
import type { Looks, ViewerItem } from './item.ts'

/** Between two questions whether it is made by now. */
const askAgainMs = 1_000

export type Loaded =
  | { state: 'ready'; looks: Looks }
  /** Words as soon as there is something to say. */
  | { state: 'waiting'; words: string | undefined }
  /** Decided: then asking again is of no use. */
  | { state: 'failed'; words: string; isFinal: boolean }

const asking: Loaded = { state: 'waiting', words: undefined }

/** What is to be shown of a file, as soon as it is known. `again` asks anew: links grow old. */
export function useLoaded(item: ViewerItem) {
  const [round, setRound] = useState(0)
  const [answer, setAnswer] = useState<{ item: ViewerItem; round: number; loaded: Loaded }>()
  useEffect(() => {
    const { load } = item
    if (!load) return
    const stop = new AbortController()
    const tell = (loaded: Loaded) => !stop.signal.aborted && setAnswer({ item, round, loaded })
    void follow(load, tell, stop.signal)
    return () => stop.abort()
  }, [item, round])
  const isCurrent = answer?.item === item && answer.round === round
  const loaded: Loaded = item.load ? (isCurrent ? answer.loaded : asking) : { state: 'ready', looks: item }
  return { loaded, round, again: () => setRound(round + 1) }
}

async function follow(load: NonNullable<ViewerItem['load']>, tell: (loaded: Loaded) => void, signal: AbortSignal) {
  try {
    while (!signal.aborted) {
      const answer = await load(signal)
      if (answer.state === 'ready') return tell({ state: 'ready', looks: answer })
      if (answer.state === 'failed') return tell({ state: 'failed', words: answer.words, isFinal: true })
      tell({ state: 'waiting', words: answer.words })
      await new Promise((done) => setTimeout(done, askAgainMs))
    }
  } catch (error) {
    tell({ state: 'failed', words: wordsOf(error), isFinal: isGone(error) })
  }
}

import { useEffect, useState } from 'react'
import { isMissingOrForbidden, getErrorMessage } from '#packages/web/core/call-error.ts'
import type { FilePreview, ViewerItem } from './viewer-item.ts'

/** Between two polls. */
const pollMs = 1_000

export type FilePreviewState =
  | { state: 'ready'; preview: FilePreview }
  /** The message appears as soon as there is one. */
  | { state: 'waiting'; message: string | undefined }
  /** Final: then a retry is useless. */
  | { state: 'failed'; message: string; isFinal: boolean }

const waitingState: FilePreviewState = { state: 'waiting', message: undefined }

/** The preview of a file, as soon as it is known. `again` loads it anew, because links expire. */
export function useFilePreview(item: ViewerItem) {
  const [round, setRound] = useState(0)
  const [answer, setAnswer] = useState<{ item: ViewerItem; round: number; loaded: FilePreviewState }>()
  useEffect(() => {
    const { load } = item
    if (!load) return
    const stop = new AbortController()
    const report = (loaded: FilePreviewState) => !stop.signal.aborted && setAnswer({ item, round, loaded })
    void follow(load, report, stop.signal)
    return () => stop.abort()
  }, [item, round])
  const isCurrent = answer?.item === item && answer.round === round
  const loaded: FilePreviewState = item.load
    ? isCurrent
      ? answer.loaded
      : waitingState
    : { state: 'ready', preview: item }
  return { loaded, round, again: () => setRound(round + 1) }
}

async function follow(
  load: NonNullable<ViewerItem['load']>,
  report: (loaded: FilePreviewState) => void,
  signal: AbortSignal,
) {
  try {
    while (!signal.aborted) {
      const answer = await load(signal)
      if (answer.state === 'ready') return report({ state: 'ready', preview: answer })
      if (answer.state === 'failed') return report({ state: 'failed', message: answer.message, isFinal: true })
      report({ state: 'waiting', message: answer.message })
      await new Promise((done) => setTimeout(done, pollMs))
    }
  } catch (error) {
    report({ state: 'failed', message: getErrorMessage(error), isFinal: isMissingOrForbidden(error) })
  }
}

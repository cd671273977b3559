import { useEffect, useState } from 'react'
import { formatDate } from '#packages/web/core/format/time.ts'
import { call, runUnattended } from '#packages/web/core/call.ts'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import { absenceApi, type AbsenceBoard } from '../../contract.ts'

/** A roll may be submitted at any moment, and a parent may answer. */
const pollMs = 15_000

interface Loaded {
  board: AbsenceBoard
  at: Date
}

/** The board of today, read again while the page is in front. What was loaded before stays when that fails. */
export function useAbsenceBoard() {
  const { answer, again } = useLoaded<Loaded>('board', async () => ({
    board: await runUnattended(() =>
      call(absenceApi.unresolved, { query: { orgId: null, date: formatDate(new Date()) } }),
    ),
    at: new Date(),
  }))
  const [last, setLast] = useState<Loaded>()
  if (answer && answer !== 'failed' && answer !== last) setLast(answer)
  useEffect(() => {
    const refresh = () => document.visibilityState === 'visible' && again()
    const clock = setInterval(refresh, pollMs)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(clock)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [again])
  return { loaded: last, hasFailed: answer === 'failed', again }
}

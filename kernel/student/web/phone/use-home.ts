import { useEffect, useState } from 'react'
import { call } from '#packages/web/core/call.ts'
import { useFamily } from '#packages/web/core/family.ts'
import { studentApi, type FamilyHome } from '../../contract.ts'

/** Three cards use one answer, so requests within a few seconds share it. */
let cached: { childId: string; at: number; answer: Promise<FamilyHome> } | undefined
const goodForMs = 5_000

function fetchHome(childId: string) {
  if (cached?.childId !== childId || cached.at + goodForMs < Date.now()) {
    const answer = call(studentApi.home, { query: { studentId: childId } })
    cached = { childId, at: Date.now(), answer }
    answer.catch(() => (cached = undefined))
  }
  return cached.answer
}

/** The home page data of the chosen child; `undefined` while loading. */
export function useHome() {
  const childId = useFamily((family) => family.childId)
  const [loaded, setLoaded] = useState<{ childId: string; home: FamilyHome | 'failed' }>()
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (!childId) return
    let isGone = false
    fetchHome(childId).then(
      (home) => isGone || setLoaded({ childId, home }),
      () => isGone || setLoaded({ childId, home: 'failed' }),
    )
    return () => {
      isGone = true
    }
  }, [childId, turn])
  const retry = () => {
    setLoaded(undefined)
    setTurn(turn + 1)
  }
  // The data of one child must not be shown for another.
  return { home: loaded?.childId === childId ? loaded?.home : undefined, retry }
}

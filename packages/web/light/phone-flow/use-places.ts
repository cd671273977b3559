import { useEffect, useState } from 'react'
import { addressOf, placeIn, type Place } from './places.ts'

/**
 * The steps are entries of the browser's history, so that the back key and the gesture go one step back. Whoever comes
 * back to a later step finds the earlier ones below it.
 */
export function usePlaces(ids: readonly string[], first: Place, hasIntro: boolean) {
  const [place, setPlace] = useState(first)
  const lowest = hasIntro ? -1 : 0

  useEffect(() => {
    if ((history.state as { flow?: true } | null)?.flow) {
      history.replaceState(history.state, '', addressOf(first, ids))
      return
    }
    history.replaceState({ flow: true }, '', addressOf({ step: lowest, isEdit: false }, ids))
    for (let step = lowest + 1; step <= first.step; step++) push({ step, isEdit: false }, ids)
    // Once, for the place it was opened at.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  useEffect(() => {
    const look = () => setPlace(placeIn(location.search, ids) ?? { step: lowest, isEdit: false })
    window.addEventListener('popstate', look)
    return () => window.removeEventListener('popstate', look)
  }, [ids, lowest])

  const go = (to: Place) => {
    push(to, ids)
    setPlace(to)
  }
  return {
    place,
    /** Onwards, leaving each step between in the history. */
    goTo: (step: number) => {
      for (let between = place.step + 1; between < step; between++) push({ step: between, isEdit: false }, ids)
      go({ step, isEdit: false })
    },
    edit: (step: number) => go({ step, isEdit: true }),
    /** So many steps back, as if the key had been pressed. */
    goBack: (steps = 1) => history.go(-steps),
    isFirst: place.step === lowest,
    begin: () => {
      history.replaceState({ flow: true }, '', addressOf({ step: lowest, isEdit: false }, ids))
      setPlace({ step: lowest, isEdit: false })
    },
  }
}

const push = (place: Place, ids: readonly string[]) => history.pushState({ flow: true }, '', addressOf(place, ids))

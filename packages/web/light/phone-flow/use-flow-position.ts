import { useEffect, useState } from 'react'
import { getFlowUrl, findFlowPosition, type FlowPosition } from './flow-position.ts'

/**
 * The steps are entries of the browser's history, so that the back button and the gesture go one step back. A flow
 * that is resumed at a later step gets the earlier ones in its history.
 */
export function useFlowPosition(ids: readonly string[], first: FlowPosition, hasIntro: boolean) {
  const [position, setPosition] = useState(first)
  const lowest = hasIntro ? -1 : 0

  useEffect(() => {
    if ((history.state as { flow?: true } | null)?.flow) {
      history.replaceState(history.state, '', getFlowUrl(first, ids))
      return
    }
    history.replaceState({ flow: true }, '', getFlowUrl({ step: lowest, isEdit: false }, ids))
    for (let step = lowest + 1; step <= first.step; step++) pushPosition({ step, isEdit: false }, ids)
    // Once, for the initial position.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  useEffect(() => {
    const readPosition = () => setPosition(findFlowPosition(location.search, ids) ?? { step: lowest, isEdit: false })
    window.addEventListener('popstate', readPosition)
    return () => window.removeEventListener('popstate', readPosition)
  }, [ids, lowest])

  const go = (to: FlowPosition) => {
    pushPosition(to, ids)
    setPosition(to)
  }
  return {
    position,
    /** Goes forward, and adds each step between to the history. */
    goTo: (step: number) => {
      for (let between = position.step + 1; between < step; between++)
        pushPosition({ step: between, isEdit: false }, ids)
      go({ step, isEdit: false })
    },
    edit: (step: number) => go({ step, isEdit: true }),
    /** Goes back by this many steps, as with the back button. */
    goBack: (steps = 1) => history.go(-steps),
    isFirst: position.step === lowest,
    begin: () => {
      history.replaceState({ flow: true }, '', getFlowUrl({ step: lowest, isEdit: false }, ids))
      setPosition({ step: lowest, isEdit: false })
    },
  }
}

const pushPosition = (position: FlowPosition, ids: readonly string[]) =>
  history.pushState({ flow: true }, '', getFlowUrl(position, ids))

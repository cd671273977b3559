import { useLayoutEffect, useRef, type RefObject } from 'react'

/** Focuses the active cell, once the user works in the grid. */
export function useActiveCell<Element extends HTMLElement>(isActive: boolean, follows: RefObject<boolean>) {
  const element = useRef<Element>(null)
  useLayoutEffect(() => {
    if (!isActive || !follows.current) return
    element.current?.focus({ preventScroll: true })
    element.current?.closest('[role=gridcell], td')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [isActive, follows])
  return element
}

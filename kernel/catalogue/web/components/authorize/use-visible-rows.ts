import { useLayoutEffect, useRef, useState } from 'react'

const defaultHeight = 39
/** Rows rendered beyond the visible area, so that scrolling shows no gaps. */
const overscan = 8

interface VisibleRange {
  high: number
  first: number
  last: number
}

/**
 * Renders only the visible rows of a long list of equal heights. Listens to any scrolling element, the card or the
 * page; rows are positioned absolutely.
 */
export function useVisibleRows(count: number) {
  const frame = useRef<HTMLDivElement>(null)
  const [{ high, first, last }, setSight] = useState<VisibleRange>({ high: defaultHeight, first: 0, last: 30 })
  useLayoutEffect(() => {
    const updateRange = () => {
      const top = frame.current?.getBoundingClientRect().top ?? 0
      const measured = frame.current?.querySelector<HTMLElement>('[data-at]')?.offsetHeight
      const row = measured || defaultHeight
      const next = {
        high: row,
        first: Math.floor(-top / row) - overscan,
        last: Math.ceil((window.innerHeight - top) / row) + overscan,
      }
      setSight((before) =>
        before.high === next.high && before.first === next.first && before.last === next.last ? before : next,
      )
    }
    updateRange()
    // Scroll events do not bubble, so they are captured.
    document.addEventListener('scroll', updateRange, { capture: true, passive: true })
    window.addEventListener('resize', updateRange)
    return () => {
      document.removeEventListener('scroll', updateRange, { capture: true })
      window.removeEventListener('resize', updateRange)
    }
  }, [count])
  return { frame, high, isInSight: (at: number) => at >= first && at <= last }
}

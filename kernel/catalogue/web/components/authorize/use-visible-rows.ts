import { useLayoutEffect, useRef, useState } from 'react'

const defaultHeight = 39
/** Drawn beyond either edge, so that nobody sees them come. */
const overscan = 8

interface VisibleRange {
  high: number
  first: number
  last: number
}

/**
 * Of many rows of one height, those in sight: a thousand are as quick as ten. Whatever scrolls, the card or the whole
 * page, is listened to; the rows are placed by hand.
 */
export function useVisibleRows(count: number) {
  const frame = useRef<HTMLDivElement>(null)
  const [{ high, first, last }, setSight] = useState<VisibleRange>({ high: defaultHeight, first: 0, last: 30 })
  useLayoutEffect(() => {
    const look = () => {
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
    look()
    // Scrolling does not bubble, but it is caught on its way down.
    document.addEventListener('scroll', look, { capture: true, passive: true })
    window.addEventListener('resize', look)
    return () => {
      document.removeEventListener('scroll', look, { capture: true })
      window.removeEventListener('resize', look)
    }
  }, [count])
  return { frame, high, isInSight: (at: number) => at >= first && at <= last }
}

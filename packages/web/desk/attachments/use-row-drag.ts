import { useRef, useState, type PointerEvent } from 'react'

/** Reorders by the grip, with mouse or touch: the new position is that of the row below the pointer. */
export function useRowDrag(onMove: (key: string, to: number) => void) {
  const [moving, setMoving] = useState<string>()
  const at = useRef(-1)
  const end = () => setMoving(undefined)
  const grip = (key: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      at.current = rowsAround(event).indexOf(event.currentTarget.closest('li')!)
      setMoving(key)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (moving !== key) return
      const rows = rowsAround(event).map((row) => row.getBoundingClientRect())
      const to = rows.findIndex(({ top, bottom }) => event.clientY >= top && event.clientY < bottom)
      if (to < 0 || to === at.current) return
      at.current = to
      onMove(key, to)
    },
    onPointerUp: end,
    onPointerCancel: end,
  })
  return { moving, grip }
}

const rowsAround = ({ currentTarget }: PointerEvent<HTMLElement>) => [
  ...currentTarget.closest('ul')!.querySelectorAll('li'),
]

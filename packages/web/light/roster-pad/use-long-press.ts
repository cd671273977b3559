import { useEffect, useRef, type PointerEvent, type MouseEvent } from 'react'

const pressMs = 500
/** A finger that moves further scrolls the page. */
const maxMovePx = 10

/**
 * A long press, a click with the right button and the menu key do the same. iOS fires no `contextmenu`, so a clock
 * measures the press. The click that ends a long press is swallowed.
 */
export function useLongPress(onPress: (() => void) | undefined, onClick: () => void) {
  const clock = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef({ x: 0, y: 0 })
  const wasLong = useRef(false)
  const stop = () => clearTimeout(clock.current)
  useEffect(() => () => clearTimeout(clock.current), [])
  const open = () => {
    stop()
    if (wasLong.current || !onPress) return
    wasLong.current = true
    onPress()
  }
  return {
    onPointerDown: ({ clientX, clientY, button }: PointerEvent) => {
      stop()
      wasLong.current = false
      start.current = { x: clientX, y: clientY }
      if (button === 0 && onPress) clock.current = setTimeout(open, pressMs)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { x, y } = start.current
      if (Math.hypot(clientX - x, clientY - y) > maxMovePx) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerLeave: stop,
    onContextMenu: (event: MouseEvent) => {
      if (!onPress) return
      event.preventDefault()
      open()
    },
    onClick: () => {
      if (wasLong.current) wasLong.current = false
      else onClick()
    },
  }
}

import { useEffect, useEffectEvent, useRef, useState, type MouseEvent, type PointerEvent } from 'react'

/** How far the pointer moves before a press becomes a drag, in pixels. */
const leastDistance = 5

interface Point {
  x: number
  y: number
}

interface Options<Target> {
  /** The id of what is pressed; undefined: it cannot be dragged. */
  findItem: (pressed: Element) => string | undefined
  /** What is under the pointer. */
  findTarget: (under: Element) => Target | undefined
  /** The press became a drag. */
  onBegin?: (itemId: string) => void
  /** Undefined: dropped beside all targets, or the drag was cut off. */
  onDrop: (itemId: string, target: Target | undefined) => void
}

/** Dragging with a mouse or a pen. A finger scrolls instead. */
export function usePointerDrag<Target>({ findItem, findTarget, onBegin, onDrop }: Options<Target>) {
  const [press, setPress] = useState<Point & { itemId: string }>()
  const [position, setPosition] = useState<Point>()
  const [target, setTarget] = useState<Target>()
  const hasDropped = useRef(false)
  const targetOf = (event?: Event) => (event?.target instanceof Element ? findTarget(event.target) : undefined)

  const move = useEffectEvent((event: globalThis.PointerEvent) => {
    if (!press) return
    const { clientX: x, clientY: y } = event
    if (!position) {
      if (Math.hypot(x - press.x, y - press.y) < leastDistance) return
      onBegin?.(press.itemId)
    }
    setPosition({ x, y })
    setTarget(() => targetOf(event))
  })
  const finish = useEffectEvent((event?: globalThis.PointerEvent) => {
    setPress(undefined)
    setPosition(undefined)
    setTarget(undefined)
    if (!press || !position) return
    hasDropped.current = true
    setTimeout(() => (hasDropped.current = false))
    onDrop(press.itemId, targetOf(event))
  })
  const isPressed = press !== undefined
  useEffect(() => {
    if (!isPressed) return
    const onMove = (event: globalThis.PointerEvent) => move(event)
    const onUp = (event: globalThis.PointerEvent) => finish(event)
    const onCancel = () => finish()
    window.addEventListener('pointermove', onMove)
    window.addEventListener('pointerup', onUp)
    window.addEventListener('pointercancel', onCancel)
    return () => {
      window.removeEventListener('pointermove', onMove)
      window.removeEventListener('pointerup', onUp)
      window.removeEventListener('pointercancel', onCancel)
    }
  }, [isPressed])

  return {
    /** What is dragged. */
    itemId: position && press?.itemId,
    position,
    target,
    start: (event: PointerEvent) => {
      if (event.button !== 0 || event.pointerType === 'touch') return
      const itemId = findItem(event.target as Element)
      if (itemId) setPress({ x: event.clientX, y: event.clientY, itemId })
    },
    /** The click that follows a drop would choose or pick up again. */
    swallowClick: (event: MouseEvent) => {
      if (hasDropped.current) event.stopPropagation()
      hasDropped.current = false
    },
  }
}

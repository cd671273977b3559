import { useEffect, useEffectEvent, useRef, useState, type MouseEvent, type PointerEvent } from 'react'

/** How far the pointer moves before a press becomes a drag, in pixels. */
const leastDistance = 5

interface Point {
  x: number
  y: number
}

/** Dragging a candidate (`data-candidate`) to a lesson (`data-lesson`) with a mouse or a pen. A finger scrolls instead. */
export function useCandidateDrag(onDrop: (lessonId: string, candidateId: string) => void) {
  const [press, setPress] = useState<Point & { candidateId: string }>()
  const [position, setPosition] = useState<Point>()
  const [targetId, setTargetId] = useState<string>()
  const hasDropped = useRef(false)

  const move = useEffectEvent((event: globalThis.PointerEvent) => {
    if (!press) return
    const { clientX: x, clientY: y } = event
    if (!position && Math.hypot(x - press.x, y - press.y) < leastDistance) return
    setPosition({ x, y })
    setTargetId(findLesson(event))
  })
  const finish = useEffectEvent((event?: globalThis.PointerEvent) => {
    const lessonId = event && findLesson(event)
    if (press && position) {
      hasDropped.current = true
      setTimeout(() => (hasDropped.current = false))
      if (lessonId) onDrop(lessonId, press.candidateId)
    }
    setPress(undefined)
    setPosition(undefined)
    setTargetId(undefined)
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
    candidateId: position && press?.candidateId,
    position,
    targetId,
    start: (event: PointerEvent) => {
      if (event.button !== 0 || event.pointerType === 'touch') return
      const candidateId = (event.target as Element).closest<HTMLElement>('[data-candidate]')?.dataset['candidate']
      if (candidateId) setPress({ x: event.clientX, y: event.clientY, candidateId })
    },
    /** The click that follows a drop would choose the candidate again. */
    swallowClick: (event: MouseEvent) => {
      if (hasDropped.current) event.stopPropagation()
      hasDropped.current = false
    },
  }
}

const findLesson = (event: Event) =>
  event.target instanceof Element ? event.target.closest<HTMLElement>('[data-lesson]')?.dataset['lesson'] : undefined

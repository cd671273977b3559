import { useEffect, useEffectEvent, useRef, useState, type MouseEvent, type PointerEvent } from 'react'
import type { CellKey, CellPosition, HeldLesson, LessonActions } from './grid-types.ts'

/** How far the pointer moves before a press becomes a drag, in pixels. */
const leastDistance = 5

interface Options {
  held: HeldLesson | undefined
  actions: LessonActions
  place: (position: CellPosition) => void
  refuse: (text: string) => void
}

interface Point {
  x: number
  y: number
}

/**
 * Dragging with a mouse or a pen: whatever has `data-lesson` can be dragged to what has `data-cell` or `data-tray`.
 * A finger scrolls instead; there a lesson is picked up and placed by two taps.
 */
export function useLessonDrag({ held, actions, place, refuse }: Options) {
  const [press, setPress] = useState<Point & { lessonId: string }>()
  const [position, setPosition] = useState<Point>()
  const [target, setTarget] = useState<CellKey>()
  const hasDropped = useRef(false)

  const move = useEffectEvent((event: globalThis.PointerEvent) => {
    if (!press) return
    const { clientX: x, clientY: y } = event
    if (!position) {
      if (Math.hypot(x - press.x, y - press.y) < leastDistance) return
      if (held?.id !== press.lessonId) actions.onPick(press.lessonId)
    }
    setPosition({ x, y })
    setTarget(findTarget(event)?.dataset['cell'] as CellKey | undefined)
  })
  const finish = useEffectEvent((event?: globalThis.PointerEvent) => {
    setPress(undefined)
    setPosition(undefined)
    setTarget(undefined)
    // Escape has put it back already.
    if (!position || !held || held.id !== press?.lessonId) return
    hasDropped.current = true
    setTimeout(() => (hasDropped.current = false))
    const target = event && findTarget(event)
    if (!target) return actions.onPutBack()
    if (target.dataset['cell'] === undefined) return actions.onUnplace?.()
    place({ weekday: Number(target.dataset['weekday']), periodId: target.dataset['period'] ?? '' })
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
    position: held && position,
    target,
    start: (event: PointerEvent) => {
      if (event.button !== 0 || event.pointerType === 'touch') return
      const lesson = (event.target as Element).closest<HTMLElement>('[data-lesson]')
      if (!lesson || (event.target as Element).closest('[data-lock]')) return
      if (lesson.dataset['locked'] !== undefined) refuse('已锁定，解锁后才能移动')
      else setPress({ x: event.clientX, y: event.clientY, lessonId: lesson.dataset['lesson']! })
    },
    /** The click that follows a drop would pick the lesson up again. */
    swallowClick: (event: MouseEvent) => {
      if (hasDropped.current) event.stopPropagation()
      hasDropped.current = false
    },
  }
}

const findTarget = (event: Event) =>
  event.target instanceof Element ? event.target.closest<HTMLElement>('[data-cell], [data-tray]') : null

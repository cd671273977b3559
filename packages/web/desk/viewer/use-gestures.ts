import { useEffect, useEffectEvent, type RefObject } from 'react'
import { wheelStep, type Point } from './geometry.ts'
import type { ViewHandle } from './use-view.ts'

/** A finger that moved this far sideways swipes to another file. */
const minSwipeDistance = 50

interface Options {
  view: ViewHandle
  onSwipe: (step: -1 | 1) => void
}

/** Wheel, dragging, pinch, double press and swipe. Each has an equivalent button or key. */
export function useGestures(stage: RefObject<HTMLElement | null>, { view, onSwipe }: Options) {
  const handle = useEffectEvent((action: (view: ViewHandle, onSwipe: Options['onSwipe']) => void) =>
    action(view, onSwipe),
  )
  useEffect(() => {
    const element = stage.current
    if (!element) return
    const fingers = new Map<number, Point>()
    let began: Point | undefined
    const stop = new AbortController()
    const on = <Kind extends keyof HTMLElementEventMap>(
      kind: Kind,
      listener: (event: HTMLElementEventMap[Kind]) => void,
    ) => element.addEventListener(kind, listener, { signal: stop.signal, passive: false })

    on('wheel', (event) => {
      // Documents are scrolled by the wheel; with Ctrl they are zoomed, as everywhere.
      if (isOnPaper(event) && !event.ctrlKey) return
      event.preventDefault()
      handle((now) => now.zoomBy(event.deltaY < 0 ? wheelStep : -wheelStep, fromMiddle(element, event)))
    })
    on('dblclick', (event) => {
      if (!isControl(event) && !isOnPaper(event)) handle((now) => now.magnify(fromMiddle(element, event)))
    })
    on('pointerdown', (event) => {
      // A mouse selects text in documents; fingers move them.
      if (isControl(event) || event.button !== 0 || (isOnPaper(event) && event.pointerType === 'mouse')) return
      element.setPointerCapture?.(event.pointerId)
      fingers.set(event.pointerId, pointOf(event))
      // A second finger makes it a pinch, and no longer a swipe.
      began = fingers.size === 1 && event.pointerType !== 'mouse' ? pointOf(event) : undefined
    })
    on('pointermove', (event) => {
      const before = fingers.get(event.pointerId)
      if (!before) return
      const spread = spreadOf(fingers)
      fingers.set(event.pointerId, pointOf(event))
      if (fingers.size === 2 && spread > 0) {
        handle((now) => now.zoomTimes(spreadOf(fingers) / spread, fromMiddle(element, middleOf(fingers))))
      } else if (fingers.size === 1) {
        handle((now) => now.moveBy({ x: event.clientX - before.x, y: event.clientY - before.y }))
      }
    })
    on('pointerup', (event) => {
      if (!fingers.delete(event.pointerId) || !began) return
      const went = { x: event.clientX - began.x, y: event.clientY - began.y }
      began = undefined
      // Enlarged content is moved, not swiped to the next file.
      if (Math.abs(went.x) > minSwipeDistance && Math.abs(went.x) > 2 * Math.abs(went.y)) {
        handle((now, turnOver) => now.scale === 1 && now.mode === 'fit' && turnOver(went.x < 0 ? 1 : -1))
      }
    })
    on('pointercancel', (event) => {
      fingers.delete(event.pointerId)
      began = undefined
    })
    // Two fingers on a document are a pinch: the browser must not start to scroll.
    on('touchstart', (event) => event.touches.length > 1 && isOnPaper(event) && event.preventDefault())
    return () => stop.abort()
  }, [stage])
}

const isControl = ({ target }: Event) => (target as Element).closest('button, a, iframe, video, audio') !== null
const isOnPaper = ({ target }: Event) => (target as Element).closest('[data-paper]') !== null
const pointOf = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY })

function fromMiddle(element: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}

function spreadOf(fingers: ReadonlyMap<number, Point>): number {
  const [one, other] = fingers.values()
  return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0
}

function middleOf(fingers: ReadonlyMap<number, Point>) {
  const [one, other] = fingers.values()
  return { clientX: (one!.x + other!.x) / 2, clientY: (one!.y + other!.y) / 2 }
}

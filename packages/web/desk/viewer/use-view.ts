import { useState } from 'react'
import type { Size } from '../use-size.tsx'
import {
  clampOffset,
  clampScale,
  getFitRatio,
  getOffsetAfterZoom,
  getOutline,
  turnQuarter,
  type Point,
} from './geometry.ts'

interface View {
  /** Fitting the screen, or in original size. */
  mode: 'fit' | 'original'
  /** Relative to the mode. */
  scale: number
  degrees: number
  offset: Point
}

const middle: Point = { x: 0, y: 0 }
const fresh: View = { mode: 'fit', scale: 1, degrees: 0, offset: middle }

interface Places {
  /** The natural size of the content. */
  natural: Size
  /** The area it must fit into. */
  box: Size
  /** The visible area when it is larger. */
  stage: Size
}

/** The view of one file: mode, scale, rotation and offset. */
export function useView({ natural, box, stage }: Places) {
  const [view, setView] = useState(fresh)
  const ratioOf = ({ mode, degrees }: View) => (mode === 'fit' ? getFitRatio(natural, box, degrees) : 1)
  const settled = (next: View): View => {
    const factor = ratioOf(next) * next.scale
    const shown = getOutline({ width: natural.width * factor, height: natural.height * factor }, next.degrees)
    return { ...next, offset: clampOffset(next.offset, shown, stage) }
  }
  const change = (next: (before: View) => View) => setView((before) => settled(next(before)))
  const zoomTo = (scaleOf: (before: number) => number, at: Point = middle) =>
    change((before) => {
      const scale = clampScale(scaleOf(before.scale))
      return { ...before, scale, offset: getOffsetAfterZoom(before.offset, at, scale / before.scale) }
    })
  return {
    ...settled(view),
    /** The scale relative to the natural size. */
    factor: ratioOf(view) * view.scale,
    reset: () => setView(fresh),
    zoomBy: (step: number, at?: Point) => zoomTo((scale) => scale + step, at),
    zoomTimes: (times: number, at?: Point) => zoomTo((scale) => scale * times, at),
    /** Twice as large at the pressed point, or back. */
    magnify: (at: Point) => zoomTo((scale) => (scale === 1 ? 2 : 1), at),
    moveBy: ({ x, y }: Point) =>
      change((before) => ({ ...before, offset: { x: before.offset.x + x, y: before.offset.y + y } })),
    turn: () => change((before) => ({ ...before, degrees: turnQuarter(before.degrees), offset: middle })),
    toggleMode: () =>
      change((before) => ({
        ...before,
        mode: before.mode === 'fit' ? 'original' : 'fit',
        scale: 1,
        offset: middle,
      })),
  }
}
export type ViewHandle = ReturnType<typeof useView>

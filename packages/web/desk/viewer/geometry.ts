import type { Size } from '../use-size.tsx'

export interface Point {
  x: number
  y: number
}

export const zoomStep = 0.2
export const wheelStep = 0.015
const minScale = 0.2
const quarterTurn = 90

export const clampScale = (scale: number) => Math.max(minScale, Math.round(scale * 1000) / 1000)

/** Wraps around: after the last file comes the first. */
export const wrapIndex = (index: number, count: number) => ((index % count) + count) % count

export const turnQuarter = (degrees: number) => (degrees + quarterTurn) % 360

/** The frame of a document in a window of that size. */
export const getDocumentFrame = ({ width, height }: Size): Size => ({
  width: Math.min(width - 280, 768),
  height: height - 80,
})

export const isSideways = (degrees: number) => degrees % 180 !== 0

const swapped = ({ width, height }: Size): Size => ({ width: height, height: width })

/** Its outline after rotation. */
export const getOutline = (size: Size, degrees: number) => (isSideways(degrees) ? swapped(size) : size)

/** The scale at which a picture fits; a small one is not enlarged. */
export function getFitRatio(natural: Size, box: Size, degrees: number): number {
  const { width, height } = getOutline(natural, degrees)
  if (width === 0 || height === 0) return 1
  return Math.min(1, box.width / width, box.height / height)
}

/** Limits how far something may be moved: as far as it is larger than its container. */
export function clampOffset({ x, y }: Point, shown: Size, container: Size): Point {
  const limit = {
    x: Math.max(0, shown.width - container.width) / 2,
    y: Math.max(0, shown.height - container.height) / 2,
  }
  return { x: clamp(x, limit.x), y: clamp(y, limit.y) }
}
// Not −0, which is a different value than 0.
const clamp = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value)) || 0

/** The offset that keeps the point under `at` in place; all relative to the centre of the container. */
export const getOffsetAfterZoom = (offset: Point, at: Point, factor: number): Point => ({
  x: at.x - (at.x - offset.x) * factor,
  y: at.y - (at.y - offset.y) * factor,
})

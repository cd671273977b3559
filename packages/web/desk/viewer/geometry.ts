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

/** Round the corner: after the last file comes the first. */
export const wrapIndex = (index: number, count: number) => ((index % count) + count) % count

export const turnQuarter = (degrees: number) => (degrees + quarterTurn) % 360

/** The inline frame of a document in a window of that size. */
export const getDocumentFrame = ({ width, height }: Size): Size => ({
  width: Math.min(width - 280, 768),
  height: height - 80,
})

export const isSideways = (degrees: number) => degrees % 180 !== 0

const swapped = ({ width, height }: Size): Size => ({ width: height, height: width })

/** Its outline after it was turned. */
export const getOutline = (size: Size, degrees: number) => (isSideways(degrees) ? swapped(size) : size)

/** How much smaller a picture has to be to fit; a small one is not blown up. */
export function getFitRatio(natural: Size, box: Size, degrees: number): number {
  const { width, height } = getOutline(natural, degrees)
  if (width === 0 || height === 0) return 1
  return Math.min(1, box.width / width, box.height / height)
}

/** How far something may be moved without losing it: as far as it is larger than its place. */
export function clampOffset({ x, y }: Point, shown: Size, place: Size): Point {
  const limit = { x: Math.max(0, shown.width - place.width) / 2, y: Math.max(0, shown.height - place.height) / 2 }
  return { x: clamp(x, limit.x), y: clamp(y, limit.y) }
}
// Not −0, which would be another number than 0.
const clamp = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value)) || 0

/** Where the middle has to go so that what is under `at` stays there; all from the middle of the place. */
export const getOffsetAfterZoom = (offset: Point, at: Point, factor: number): Point => ({
  x: at.x - (at.x - offset.x) * factor,
  y: at.y - (at.y - offset.y) * factor,
})

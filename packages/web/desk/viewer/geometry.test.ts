import { expect, it } from 'vitest'
import {
  clampOffset,
  clampScale,
  getDocumentFrame,
  getFitRatio,
  getOffsetAfterZoom,
  turnQuarter,
  wheelStep,
  wrapIndex,
  zoomStep,
} from './geometry.ts'

it('makes the document frame as wide as the window less 280, but at most 768, and as high as the window less 80', () => {
  expect(getDocumentFrame({ width: 1366, height: 768 })).toEqual({ width: 768, height: 688 })
  expect(getDocumentFrame({ width: 1048, height: 600 })).toEqual({ width: 768, height: 520 })
  expect(getDocumentFrame({ width: 1000, height: 600 })).toEqual({ width: 720, height: 520 })
})

it('zooms in steps of 0.2, with the wheel in steps of 0.015, and never below 0.2', () => {
  expect([zoomStep, wheelStep]).toEqual([0.2, 0.015])
  expect([1 + zoomStep, 1 + 3 * wheelStep, 0.4 - zoomStep, 0.2 - wheelStep, -1].map(clampScale)).toEqual([
    1.2, 1.045, 0.2, 0.2, 0.2,
  ])
})

it('rotates by 90 degrees, and is upright again after four rotations', () => {
  expect([0, 90, 180, 270].map(turnQuarter)).toEqual([90, 180, 270, 0])
})

it('goes from the last file to the first, and back', () => {
  expect([wrapIndex(3, 3), wrapIndex(-1, 3), wrapIndex(1, 3), wrapIndex(0, 1), wrapIndex(-1, 1)]).toEqual([
    0, 2, 1, 0, 0,
  ])
})

it('makes a picture fit, also rotated, and does not enlarge a small one', () => {
  const box = { width: 800, height: 600 }
  expect(getFitRatio({ width: 1600, height: 600 }, box, 0)).toBe(0.5)
  expect(getFitRatio({ width: 1600, height: 600 }, box, 90)).toBe(0.375)
  expect(getFitRatio({ width: 100, height: 100 }, box, 0)).toBe(1)
  expect(getFitRatio({ width: 0, height: 0 }, box, 0)).toBe(1)
})

it('moves something only as far as it is larger than its container', () => {
  const container = { width: 800, height: 600 }
  expect(clampOffset({ x: 500, y: -500 }, { width: 1000, height: 600 }, container)).toEqual({ x: 100, y: 0 })
  expect(clampOffset({ x: -50, y: 20 }, { width: 1000, height: 700 }, container)).toEqual({ x: -50, y: 20 })
})

it('keeps the point under the pointer in place while zooming', () => {
  expect(getOffsetAfterZoom({ x: 0, y: 0 }, { x: 100, y: -40 }, 2)).toEqual({ x: -100, y: 40 })
  expect(getOffsetAfterZoom({ x: 30, y: 0 }, { x: 0, y: 0 }, 2)).toEqual({ x: 60, y: 0 })
})

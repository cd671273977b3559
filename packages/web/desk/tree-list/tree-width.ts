import { sizes } from '#packages/web/core/tokens.ts'

export const narrowest = 200
export const widest = 320
const stored = 'treeWidth'

export const clampWidth = (width: number) => Math.round(Math.max(narrowest, Math.min(widest, width)))

/** The same for all trees of this browser. */
export function readWidth() {
  const width = Number(localStorage.getItem(stored))
  return width ? clampWidth(width) : sizes.treeWidth
}

export const storeWidth = (width: number) => localStorage.setItem(stored, String(width))

import { sizes } from '#packages/web/core/tokens.ts'

export const minTreeWidth = 200
export const maxTreeWidth = 320
const stored = 'treeWidth'

export const clampTreeWidth = (width: number) => Math.round(Math.max(minTreeWidth, Math.min(maxTreeWidth, width)))

/** The same for all trees of this browser. */
export function getTreeWidth() {
  const width = Number(localStorage.getItem(stored))
  return width ? clampTreeWidth(width) : sizes.treeWidth
}

export const storeTreeWidth = (width: number) => localStorage.setItem(stored, String(width))

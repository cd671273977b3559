import type { Area } from '../../contract.ts'

/** The areas from the province down to a code, as far as known. */
export function findAreaPath(areas: readonly Area[], code: string): Area[] {
  for (const area of areas) {
    if (area.code === code) return [area]
    const below = findAreaPath(area.children, code)
    if (below.length > 0) return [area, ...below]
  }
  return []
}

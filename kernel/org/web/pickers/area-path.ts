import type { Area } from '../../contract.ts'

/** From the province down to an area; as far as it is known. */
export function findAreaPath(areas: readonly Area[], code: string): Area[] {
  for (const area of areas) {
    if (area.code === code) return [area]
    const below = findAreaPath(area.children, code)
    if (below.length > 0) return [area, ...below]
  }
  return []
}

/** Pages that are left out. */
export const ellipsis = '…'

const most = 7
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** The pages that can be gone to directly: the first, the last, and those around the present one; always as many. */
export function listPageNumbers(current: number, count: number): (number | typeof ellipsis)[] {
  if (count <= most) return range(1, count)
  if (current <= 4) return [...range(1, 5), ellipsis, count]
  if (current >= count - 3) return [1, ellipsis, ...range(count - 4, count)]
  return [1, ellipsis, ...range(current - 1, current + 1), ellipsis, count]
}

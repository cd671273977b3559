/** Omitted pages. */
export const ellipsis = '…'

const maxShown = 7
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** The directly linked pages: the first, the last, and those around the current one; always the same number. */
export function listPageNumbers(current: number, count: number): (number | typeof ellipsis)[] {
  if (count <= maxShown) return range(1, count)
  if (current <= 4) return [...range(1, 5), ellipsis, count]
  if (current >= count - 3) return [1, ellipsis, ...range(count - 4, count)]
  return [1, ellipsis, ...range(current - 1, current + 1), ellipsis, count]
}

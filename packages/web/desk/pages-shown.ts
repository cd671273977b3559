/** Pages that are left out. */
export const gap = '…'

const most = 7
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** The pages that can be gone to directly: the first, the last, and those around the present one; always as many. */
export function pagesShown(current: number, count: number): (number | typeof gap)[] {
  if (count <= most) return range(1, count)
  if (current <= 4) return [...range(1, 5), gap, count]
  if (current >= count - 3) return [1, gap, ...range(count - 4, count)]
  return [1, gap, ...range(current - 1, current + 1), gap, count]
}

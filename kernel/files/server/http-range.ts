export interface RequestedRange {
  start: number
  end: number
}

/**
 * The requested bytes: all (undefined), a range, or an unsatisfiable range (null). Invalid and multiple ranges get the
 * whole file, as HTTP allows.
 */
export function parseRange(header: string | undefined, size: number): RequestedRange | null | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first === '') {
    const length = Number(last)
    return length === 0 || size === 0 ? null : { start: Math.max(0, size - length), end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? null : { start, end }
}

const units = ['KB', 'M', 'G'] as const
const step = 1024

/** 17.9 KB, 412 KB, 1.5 M, 2 G: one decimal while the number is short. */
export function formatFileSize(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes < 0) return '—'
  let size = bytes / step
  let unit = 0
  // By what is printed: 1023.96 KB would otherwise be 1024 KB.
  while (roundSize(size) >= step && unit < units.length - 1) {
    size /= step
    unit++
  }
  // Whatever is there is more than nothing.
  const shown = bytes > 0 ? Math.max(0.1, roundSize(size)) : 0
  return `${shown} ${units[unit]}`
}

const roundSize = (size: number) => (size < 99.95 ? Math.round(size * 10) / 10 : Math.round(size))

const units = ['KB', 'M', 'G'] as const
const step = 1024

/** 17.9 KB, 412 KB, 1.5 M, 2 G: one decimal for short numbers. */
export function formatFileSize(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes < 0) return '—'
  let size = bytes / step
  let unit = 0
  // Compares the rounded value: 1023.96 KB would otherwise become 1024 KB.
  while (roundSize(size) >= step && unit < units.length - 1) {
    size /= step
    unit++
  }
  // A file that is not empty shows at least 0.1.
  const shown = bytes > 0 ? Math.max(0.1, roundSize(size)) : 0
  return `${shown} ${units[unit]}`
}

const roundSize = (size: number) => (size < 99.95 ? Math.round(size * 10) / 10 : Math.round(size))

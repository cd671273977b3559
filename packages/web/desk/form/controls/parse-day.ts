/** A day as people write it, 1991-7-14, 1991.07.14, 1991年7月14日 or 19910714, in the stored format. */
export function parseDay(text: string): string | undefined {
  const parts = /^(\d{4})(?:\s*[-./年]\s*(\d{1,2})\s*[-./月]\s*(\d{1,2})\s*日?|(\d{2})(\d{2}))$/.exec(text.trim())
  if (!parts) return undefined
  const [, year, month = parts[4]!, day = parts[5]!] = parts
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${written}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written) ? written : undefined
}

/** Only when nothing could follow: 1991-7-1 may become 1991-7-14. */
export const parseCompleteDay = (text: string) =>
  /^\d{8}$|^\d{4}\D\d{2}\D\d{2}$/.test(text) ? parseDay(text) : undefined

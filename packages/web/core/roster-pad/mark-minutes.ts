export const maxMarkMinutes = 240

/** Typed minutes; null for none, undefined for what is not a number of minutes. */
export function readMinutes(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const minutes = Number(text)
  return /^\d{1,3}$/.test(text.trim()) && minutes <= maxMarkMinutes ? minutes : undefined
}

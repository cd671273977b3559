const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Formats minutes after midnight as 21:00; null gives an empty text. */
export const formatMinutes = (minutes: number | null) =>
  minutes === null ? '' : `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`

export function parseMinutes(clock: string): number | null {
  if (clock === '') return null
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

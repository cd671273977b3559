const two = (value: number) => String(value).padStart(2, '0')

/** 21:00 from minutes after midnight; nothing from nothing. */
export const clockOf = (minutes: number | null) =>
  minutes === null ? '' : `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

export function minutesOf(clock: string): number | null {
  if (clock === '') return null
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

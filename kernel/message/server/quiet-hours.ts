const hour = 3600_000
/** China keeps one time all the year, eight hours before UTC. */
const utcOffset = 8 * hour
const quietHours = { from: 22, to: 7 }

/** When the night that it is now will be over, or nothing in the daytime. */
export function findQuietHoursEnd(now: Date): Date | undefined {
  const there = new Date(now.getTime() + utcOffset)
  const clock = there.getUTCHours()
  if (clock >= quietHours.to && clock < quietHours.from) return undefined
  const midnight = Date.UTC(there.getUTCFullYear(), there.getUTCMonth(), there.getUTCDate())
  const days = clock >= quietHours.from ? 1 : 0
  return new Date(midnight + days * 24 * hour + quietHours.to * hour - utcOffset)
}

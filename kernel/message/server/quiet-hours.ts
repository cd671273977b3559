const hour = 3600_000
/** China has one time zone without daylight saving, eight hours ahead of UTC. */
const utcOffset = 8 * hour
const quietHours = { from: 22, to: 7 }

/** The end of the current quiet hours, which begin in the evening; undefined in the daytime. */
export function findQuietHoursEnd(now: Date, { from, to } = quietHours): Date | undefined {
  const there = new Date(now.getTime() + utcOffset)
  const clock = there.getUTCHours()
  if (clock >= to && clock < from) return undefined
  const midnight = Date.UTC(there.getUTCFullYear(), there.getUTCMonth(), there.getUTCDate())
  const days = clock >= from ? 1 : 0
  return new Date(midnight + days * 24 * hour + to * hour - utcOffset)
}

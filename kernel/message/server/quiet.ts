const hour = 3600_000
/** China keeps one time all the year, eight hours before UTC. */
const ahead = 8 * hour
const quiet = { from: 22, to: 7 }

/** When the night that it is now will be over, or nothing in the daytime. */
export function endOfNight(now: Date): Date | undefined {
  const there = new Date(now.getTime() + ahead)
  const clock = there.getUTCHours()
  if (clock >= quiet.to && clock < quiet.from) return undefined
  const midnight = Date.UTC(there.getUTCFullYear(), there.getUTCMonth(), there.getUTCDate())
  const days = clock >= quiet.from ? 1 : 0
  return new Date(midnight + days * 24 * hour + quiet.to * hour - ahead)
}

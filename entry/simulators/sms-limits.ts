const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The vendor's default limits for one-time codes to one number. */
const limits = [
  { within: minute, most: 1, name: '分钟级' },
  { within: hour, most: 5, name: '小时级' },
  { within: day, most: 10, name: '天级' },
]

/** The vendor's error when another message would exceed a limit, or undefined. */
export function findLimitHit(sentAt: readonly number[], now: number): string | undefined {
  const hit = limits.find(({ within, most }) => sentAt.filter((at) => now - at < within).length >= most)
  return hit && `触发${hit.name}流控Permits:${hit.most}`
}

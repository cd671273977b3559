/** An earlier estimate would jump. */
const estimateAfterMs = 2_000
/** Older samples do not describe the current speed. */
const windowMs = 6_000

export interface UploadSpeed {
  bytesPerSecond: number | undefined
  secondsLeft: number | undefined
}

/** Measures the speed and estimates the remaining time. */
export function createSpeedMeter() {
  let samples: { at: number; sent: number }[] = []
  return {
    reset: () => {
      samples = []
    },
    add: (sent: number) => {
      const now = Date.now()
      const firstRecent = samples.findIndex(({ at }) => at >= now - windowMs)
      samples = [...(firstRecent < 0 ? [] : samples.slice(firstRecent)), { at: now, sent }]
    },
    estimate: (total: number): UploadSpeed => {
      const [first, last] = [samples[0], samples.at(-1)]
      const passed = first && last ? last.at - first.at : 0
      if (!first || !last || passed < estimateAfterMs) return { bytesPerSecond: undefined, secondsLeft: undefined }
      const bytesPerSecond = ((last.sent - first.sent) * 1000) / passed
      const left = Math.max(0, total - last.sent)
      return { bytesPerSecond, secondsLeft: bytesPerSecond > 0 ? Math.ceil(left / bytesPerSecond) : undefined }
    },
  }
}

/** 剩余约 20 秒, 剩余约 3 分钟: rounded, so that it does not flicker. */
export function formatTimeLeft(seconds: number): string {
  if (seconds < 60) return `剩余约 ${Math.max(1, seconds < 10 ? seconds : Math.round(seconds / 5) * 5)} 秒`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `剩余约 ${minutes} 分钟` : `剩余约 ${Math.round(minutes / 60)} 小时`
}

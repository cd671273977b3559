/** A progress value with its time. */
export interface ProgressSample {
  done: number
  at: number
}

const soonestMs = 2_000

/**
 * The remaining time as text, after two seconds of watching; empty when unknown. Measured from when this page first saw
 * the task, because the clocks of server and computer differ.
 */
export function getRemainingTimeText(
  first: ProgressSample,
  { done, at }: ProgressSample,
  total: number | null,
): string {
  const watched = at - first.at
  const moved = done - first.done
  if (total === null || watched < soonestMs || moved <= 0) return ''
  const seconds = ((total - done) * watched) / moved / 1000
  if (seconds < 5) return '即将完成'
  if (seconds < 60) return `剩余约 ${Math.ceil(seconds / 5) * 5} 秒`
  if (seconds < 3600) return `剩余约 ${Math.ceil(seconds / 60)} 分钟`
  return '剩余 1 小时以上'
}

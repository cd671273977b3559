const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const two = (number: number) => String(number).padStart(2, '0')

/** The remaining time in the parts of a large countdown. */
export function getCountdownParts(leftMs: number): { days: number; hours: number; minutes: number; seconds: number } {
  const left = Math.max(0, leftMs)
  return {
    days: Math.floor(left / day),
    hours: Math.floor((left % day) / hour),
    minutes: Math.floor((left % hour) / minute),
    seconds: Math.floor((left % minute) / second),
  }
}

/** 3 天 06:35, and in the last hour 09:58 in minutes and seconds: the days distinguish the two. */
export function formatCountdown(leftMs: number): string {
  const { days, hours, minutes, seconds } = getCountdownParts(leftMs)
  return leftMs < hour ? `${two(minutes)}:${two(seconds)}` : `${days} 天 ${two(hours)}:${two(minutes)}`
}

/** In a flow the last ten minutes are red. */
export const isUrgent = (leftMs: number) => leftMs < 10 * minute

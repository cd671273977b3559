import { useEffect, useState } from 'react'
import { formatClock, formatDate } from '#packages/web/core/format/time.ts'

const minute = 60_000
const readClock = () => {
  const now = new Date()
  return { today: formatDate(now), clock: formatClock(now) }
}

/** The day and the time in China, updated every minute. */
export function useClock() {
  const [time, setTime] = useState(readClock)
  useEffect(() => {
    const timer = setInterval(() => setTime(readClock()), minute)
    return () => clearInterval(timer)
  }, [])
  return time
}

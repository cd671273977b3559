import { useEffect, useState } from 'react'

/** Milliseconds until a time of the server's clock; this device's clock may be `skewMs` behind it. */
export function useRemainingTime(until: number | undefined, skewMs = 0): number | undefined {
  const [now, setNow] = useState(() => Date.now())
  const left = until === undefined ? undefined : Math.max(0, until - now - skewMs)
  const isOver = left === undefined || left === 0
  useEffect(() => {
    if (isOver) return
    const clock = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(clock)
  }, [isOver])
  return left
}

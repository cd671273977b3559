import { useEffect, useState } from 'react'

/** Rounded up: while anything is left it is at least one second. */
export const countSecondsUntil = (moment: number, now: number) => Math.max(0, Math.ceil((moment - now) / 1000))

/** 1 分 46 秒; or only the seconds. */
export const formatSeconds = (seconds: number) =>
  seconds < 60 ? `${seconds} 秒` : `${Math.floor(seconds / 60)} 分 ${seconds % 60} 秒`

/** The remaining seconds, and a function to set them. Uses the clock, because timers of a hidden page are throttled. */
export function useCountdown(seconds: number | (() => number) = 0): [left: number, start: (seconds: number) => void] {
  const [end, setEnd] = useState(() => Date.now() + (typeof seconds === 'number' ? seconds : seconds()) * 1000)
  const [now, setNow] = useState(() => Date.now())
  const left = countSecondsUntil(end, now)
  useEffect(() => {
    if (left === 0) return
    const next = setTimeout(() => setNow(Date.now()), Math.max(50, (end - Date.now()) % 1000 || 1000))
    return () => clearTimeout(next)
  }, [end, now, left])
  const start = (from: number) => {
    const began = Date.now()
    setNow(began)
    setEnd(began + from * 1000)
  }
  return [left, start]
}

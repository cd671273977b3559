import { useEffect, useState } from 'react'

const minute = 60_000

/** The current time, updated every minute, because a board stays open all day. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const clock = setInterval(() => setNow(new Date()), minute)
    return () => clearInterval(clock)
  }, [])
  return now
}

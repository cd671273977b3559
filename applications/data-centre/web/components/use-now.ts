import { useEffect, useState } from 'react'

const minute = 60_000

/** The present moment, minute by minute: a board stays open all day. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const clock = setInterval(() => setNow(new Date()), minute)
    return () => clearInterval(clock)
  }, [])
  return now
}

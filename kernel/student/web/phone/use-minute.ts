import { useEffect, useState } from 'react'

/** The current time, updated every minute, because the page may stay open. */
export function useMinute() {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const minutes = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(minutes)
  }, [])
  return now
}

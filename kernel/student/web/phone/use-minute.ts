import { useEffect, useState } from 'react'

/** The time, to the minute: the page may lie open all morning. */
export function useMinute() {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const minutes = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(minutes)
  }, [])
  return now
}

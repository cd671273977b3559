import { useEffect, useState } from 'react'

/** True after 200 ms of waiting: quicker operations need no loading state. */
export function useLate(busy: boolean, after = 200) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!busy) return
    const clock = setTimeout(() => setLate(true), after)
    return () => {
      clearTimeout(clock)
      setLate(false)
    }
  }, [busy, after])
  return busy && late
}

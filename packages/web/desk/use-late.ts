import { useEffect, useState } from 'react'

/** True once something has been going on for 200 ms: what is quicker needs no sign of waiting. */
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

import { useEffect, useState } from 'react'

/** The typed text, after a pause in typing. */
export function useDebounced(text: string, after = 200) {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const clock = setTimeout(() => setSettled(text), after)
    return () => clearTimeout(clock)
  }, [text, after])
  return settled
}

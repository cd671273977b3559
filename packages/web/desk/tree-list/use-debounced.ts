import { useEffect, useState } from 'react'

/** A text once nobody has typed for a moment. */
export function useDebounced(text: string, after = 200) {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const clock = setTimeout(() => setSettled(text), after)
    return () => clearTimeout(clock)
  }, [text, after])
  return settled
}

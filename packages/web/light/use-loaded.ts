import { useCallback, useEffect, useState } from 'react'

/** Loads data when the page opens, and again on demand. `key` identifies the data. */
export function useLoaded<Answer>(key: string | undefined, read: () => Promise<Answer>) {
  const [loaded, setLoaded] = useState<{ key: string; answer: Answer | 'failed' }>()
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (key === undefined) return
    let isGone = false
    read().then(
      (answer) => isGone || setLoaded({ key, answer }),
      () => isGone || setLoaded({ key, answer: 'failed' }),
    )
    return () => {
      isGone = true
    }
    // The data depends only on the key.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key, turn])
  const again = useCallback(() => setTurn((before) => before + 1), [])
  return { answer: loaded?.key === key ? loaded?.answer : undefined, again }
}

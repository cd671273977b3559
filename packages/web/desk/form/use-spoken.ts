import { useCallback, useState } from 'react'

export interface Spoken {
  tone: 'polite' | 'alert'
  words: string
  /** The same words may be said again. */
  round: number
}

/** What is said to those who listen. One voice for the whole form: an alert at every field would be a choir. */
export function useSpoken() {
  const [spoken, setSpoken] = useState<Spoken>({ tone: 'polite', words: '', round: 0 })
  const say = useCallback(
    (tone: Spoken['tone'], words: string) => setSpoken(({ round }) => ({ tone, words, round: round + 1 })),
    [],
  )
  return [spoken, say] as const
}

import { useCallback, useState } from 'react'

export interface Announcement {
  tone: 'polite' | 'alert'
  message: string
  /** The same words may be said again. */
  round: number
}

/** What is said to those who listen. One voice for the whole form: an alert at every field would be a choir. */
export function useAnnounce() {
  const [announcement, setAnnouncement] = useState<Announcement>({ tone: 'polite', message: '', round: 0 })
  const announce = useCallback(
    (tone: Announcement['tone'], message: string) =>
      setAnnouncement(({ round }) => ({ tone, message, round: round + 1 })),
    [],
  )
  return [announcement, announce] as const
}

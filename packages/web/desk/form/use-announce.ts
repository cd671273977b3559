import { useCallback, useState } from 'react'

export interface Announcement {
  tone: 'polite' | 'alert'
  message: string
  /** The same message may be announced again. */
  round: number
}

/** Announcements for screen readers. One live region for the whole form: an alert per field would interrupt itself. */
export function useAnnounce() {
  const [announcement, setAnnouncement] = useState<Announcement>({ tone: 'polite', message: '', round: 0 })
  const announce = useCallback(
    (tone: Announcement['tone'], message: string) =>
      setAnnouncement(({ round }) => ({ tone, message, round: round + 1 })),
    [],
  )
  return [announcement, announce] as const
}

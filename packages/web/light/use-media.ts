import { useMemo, useSyncExternalStore } from 'react'

export function useMedia(query: string) {
  const media = useMemo(() => window.matchMedia(query), [query])
  return useSyncExternalStore(
    (changed) => {
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => media.matches,
  )
}

import { useSyncExternalStore } from 'react'

const subscribe = (changed: () => void) => {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** False only when there is certainly no network; true guarantees nothing. */
export const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine)

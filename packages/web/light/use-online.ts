import { useSyncExternalStore } from 'react'

const subscribe = (changed: () => void) => {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** False only when there is surely no network; true promises nothing. */
export const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine)

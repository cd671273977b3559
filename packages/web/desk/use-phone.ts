import { useSyncExternalStore } from 'react'
import { phoneMedia } from '#packages/web/core/tokens.ts'

const media = window.matchMedia(phoneMedia)
const subscribe = (changed: () => void) => {
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** Whether the window is too narrow for a side menu and tables. */
export const usePhone = () => useSyncExternalStore(subscribe, () => media.matches)

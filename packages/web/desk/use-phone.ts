import { useSyncExternalStore } from 'react'
import { desktopMinWidth } from '#packages/web/core/tokens.ts'

/** The rule as it is specified; the style sheets use the same with `max-width: 992.98px`. */
export const isPhoneWidth = (width: number) => width - 1 < desktopMinWidth

const subscribe = (changed: () => void) => {
  window.addEventListener('resize', changed)
  return () => window.removeEventListener('resize', changed)
}

/** Whether the window is too narrow for a side menu and tables: checked at the start, and at every resize. */
export const usePhone = () => useSyncExternalStore(subscribe, () => isPhoneWidth(window.innerWidth))

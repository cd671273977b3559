import { useSyncExternalStore } from 'react'

const year = 365 * 24 * 60 * 60
const listeners = new Set<() => void>()
export const watchBigText = (changed: () => void) => {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** 大字: a cookie and not the store, so that it survives signing out. */
export const isBigText = () => /(?:^|;\s*)bigText=1/.test(document.cookie)

export function setBigText(isBig: boolean) {
  document.cookie = `bigText=${isBig ? 1 : 0}; path=/; samesite=lax; max-age=${year}`
  for (const changed of listeners) changed()
}

export const useBigText = () => useSyncExternalStore(watchBigText, isBigText)

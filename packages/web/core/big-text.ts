import { useSyncExternalStore } from 'react'
import { writeTokens } from './tokens.ts'

const year = 365 * 24 * 60 * 60
const listeners = new Set<() => void>()
const subscribe = (changed: () => void) => {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** 大字: a cookie and not the store, so that it survives signing out. */
export const isBigText = () => /(?:^|;\s*)bigText=1/.test(document.cookie)

export function setBigText(isBig: boolean) {
  document.cookie = `bigText=${isBig ? 1 : 0}; path=/; samesite=lax; max-age=${year}`
  writeTokens(document.documentElement, isBig)
  for (const changed of listeners) changed()
}

export const useBigText = () => useSyncExternalStore(subscribe, isBigText)

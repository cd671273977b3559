import { useSyncExternalStore } from 'react'
import { getThemeChoice, isDarkChosen, type ThemeChoice } from './theme-choice.ts'

const year = 365 * 24 * 60 * 60
const listeners = new Set<() => void>()
const notify = () => {
  for (const changed of listeners) changed()
}
let isPrinting = false

/** Whether the dark theme is shown. Paper is white, so every page prints in the light one. */
export const isDarkTheme = () => !isPrinting && isDarkChosen()

/** Calls back after a choice, when the device changes from day to night, and before and after printing. */
export function watchTheme(changed: () => void) {
  watchDevice()
  listeners.add(changed)
  return () => void listeners.delete(changed)
}

let isWatching = false
function watchDevice() {
  if (isWatching) return
  isWatching = true
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', notify)
  for (const [event, is] of [
    ['beforeprint', true],
    ['afterprint', false],
  ] as const) {
    window.addEventListener(event, () => {
      isPrinting = is
      notify()
    })
  }
}

/** Stores the choice on this device; the account stores it for the others. */
export function setThemeChoice(choice: ThemeChoice) {
  document.cookie = `theme=${choice}; path=/; samesite=lax; max-age=${year}`
  notify()
}

export const useDarkTheme = () => useSyncExternalStore(watchTheme, isDarkTheme)
export const useThemeChoice = () => useSyncExternalStore(watchTheme, getThemeChoice)

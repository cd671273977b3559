/** 外观: light, dark, or as the device is set. */
export type ThemeChoice = 'light' | 'dark' | 'system'

/** A cookie and not the store, so that it survives signing out. */
export const getThemeChoice = (): ThemeChoice =>
  (/(?:^|;\s*)theme=(light|dark)\b/.exec(document.cookie)?.[1] as ThemeChoice | undefined) ?? 'system'

export const isDarkChosen = () => {
  const choice = getThemeChoice()
  return choice === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : choice === 'dark'
}

/** Boot calls it before the first paint, so this file stays small; the colours themselves come with the root. */
export function markTheme(isDark = isDarkChosen()) {
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
}

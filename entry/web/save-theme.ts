import { call } from '#packages/web/core/call.ts'
import { chooseTheme as choose } from '#packages/web/core/choose-theme.ts'
import type { ThemeChoice } from '#packages/web/core/theme-choice.ts'

/** Stores the theme in the account, which takes it to the user's other devices. */
export const saveTheme = async (theme: ThemeChoice) => {
  const { sessionApi } = await import('#kernel/session/contract.ts')
  return call(sessionApi.saveTheme, { body: { theme } })
}

export const chooseTheme = (theme: ThemeChoice) => choose(theme, saveTheme)

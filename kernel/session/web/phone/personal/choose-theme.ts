import { chooseTheme as choose } from '#packages/web/core/choose-theme.ts'
import type { ThemeChoice } from '#packages/web/core/theme-choice.ts'

/** Changes this device at once; the account takes the choice to the others when they next open a page. */
export const chooseTheme = (theme: ThemeChoice) =>
  choose(theme, async (chosen) => (await import('./save-theme.ts')).saveTheme(chosen))

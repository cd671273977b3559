import { setThemeChoice } from '#packages/web/core/theme.ts'
import type { ThemeChoice } from '#packages/web/core/theme-choice.ts'

/** Changes this device at once; the account takes the choice to the others when they next open a page. */
export function chooseTheme(theme: ThemeChoice) {
  setThemeChoice(theme)
  // Without a connection this device has it until the account answers its own choice again.
  import('./save-theme.ts').then(({ saveTheme }) => saveTheme(theme)).catch(() => {})
}

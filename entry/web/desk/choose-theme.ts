import { call } from '#packages/web/core/call.ts'
import { setThemeChoice } from '#packages/web/core/theme.ts'
import type { ThemeChoice } from '#packages/web/core/theme-choice.ts'

/** Changes this device at once; the account takes the choice to the others when they next open a page. */
export function chooseTheme(theme: ThemeChoice) {
  setThemeChoice(theme)
  // Without a connection this device has it until the account answers its own choice again.
  import('#kernel/session/contract.ts')
    .then(({ sessionApi }) => call(sessionApi.saveTheme, { body: { theme } }))
    .catch(() => {})
}

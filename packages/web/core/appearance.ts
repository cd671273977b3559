import { isBigText, watchBigText } from './big-text.ts'
import { markTheme } from './theme-choice.ts'
import { isDarkTheme, watchTheme } from './theme.ts'
import { writeTokens, type Appearance } from './tokens.ts'

/** Writes the tokens of the chosen theme and text size, now and after every change. */
export function watchAppearance(writeMore?: (appearance: Appearance) => void) {
  const write = () => {
    const appearance = { isBig: isBigText(), isDark: isDarkTheme() }
    markTheme(appearance.isDark)
    writeTokens(document.documentElement, appearance)
    writeMore?.(appearance)
  }
  write()
  watchBigText(write)
  watchTheme(write)
}

import { useSession } from './session.ts'
import { setThemeChoice } from './theme.ts'
import { getThemeChoice, type ThemeChoice } from './theme-choice.ts'

type SaveTheme = (theme: ThemeChoice) => Promise<unknown>

/** A choice that has not reached the account: the user and the theme. */
const unsavedKey = 'unsavedTheme'
const getUserId = () => useSession.getState().user?.userId ?? ''

function getUnsavedTheme() {
  const [userId, theme] = localStorage.getItem(unsavedKey)?.split(' ') ?? []
  return userId === getUserId() ? (theme as ThemeChoice | undefined) : undefined
}

/** Changes this device at once, and the account for the others. Without a connection that is done later. */
export function chooseTheme(theme: ThemeChoice, save: SaveTheme) {
  setThemeChoice(theme)
  const unsaved = `${getUserId()} ${theme}`
  localStorage.setItem(unsavedKey, unsaved)
  save(theme).then(
    // Not if another theme was chosen meanwhile.
    () => localStorage.getItem(unsavedKey) === unsaved && localStorage.removeItem(unsavedKey),
    () => {},
  )
}

/** The choice of the account, which may have been made on another device. One that has not reached it goes before. */
export function followThemeChoice(choice: ThemeChoice, save: SaveTheme) {
  const unsaved = getUnsavedTheme()
  if (unsaved) chooseTheme(unsaved, save)
  else if (choice !== getThemeChoice()) setThemeChoice(choice)
}

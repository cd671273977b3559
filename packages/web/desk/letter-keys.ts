const year = 365 * 24 * 60 * 60
const name = 'letterKeys'

/** Single-letter keys can be switched off, for users of voice control and against accidents. */
export const areLetterKeysOn = () => !new RegExp(`(?:^|;\\s*)${name}=0`).test(document.cookie)

export const setLetterKeysOn = (isOn: boolean) => {
  document.cookie = `${name}=${isOn ? 1 : 0}; path=/; samesite=lax; max-age=${year}`
}

const fields =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]:not([contenteditable="false"]), [role=combobox]'

/** Whether a key pressed there types text. */
export const isTyping = (target: EventTarget | null) => target instanceof Element && target.closest(fields) !== null

const keyed = '[role=tree], [role=menu], [role=listbox], [role=separator]'

/** Whether a key pressed there moves in a tree, a menu or a choice. */
export const hasOwnKeys = (target: EventTarget | null) => target instanceof Element && target.closest(keyed) !== null

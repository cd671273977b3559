const year = 365 * 24 * 60 * 60
const name = 'letterKeys'

/** Keys of a single letter can be turned off, for whoever speaks to the computer or presses keys by accident. */
export const areLetterKeysOn = () => !new RegExp(`(?:^|;\\s*)${name}=0`).test(document.cookie)

export const setLetterKeysOn = (isOn: boolean) => {
  document.cookie = `${name}=${isOn ? 1 : 0}; path=/; samesite=lax; max-age=${year}`
}

const fields =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]:not([contenteditable="false"]), [role=combobox]'

/** Whether a key pressed there writes something. */
export const isTyping = (target: EventTarget | null) => target instanceof Element && target.closest(fields) !== null

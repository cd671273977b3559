import { areLetterKeysOn, hasOwnKeys, isTyping } from '#packages/web/desk/letter-keys.ts'

/** Whether a letter is meant for the page: not for a field, a menu or a dialog. */
export const isLetterForPage = ({ ctrlKey, metaKey, altKey, defaultPrevented, target }: KeyboardEvent) =>
  !(ctrlKey || metaKey || altKey || defaultPrevented || isTyping(target) || hasOwnKeys(target)) &&
  !document.querySelector('dialog:modal') &&
  areLetterKeysOn()

import { isTyping } from './letter-keys.ts'
import { usePageSearch } from './page-search.tsx'
import { useWindowKeys } from './use-window-keys.ts'

/** Ctrl+Z undoes the last step of the page in front. Not in text fields, where the key undoes typing. */
export function useUndoKey(undo: (() => void) | undefined) {
  const { isFront } = usePageSearch()
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey, target, defaultPrevented } = event
    if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || altKey || defaultPrevented) return
    const isList = target instanceof HTMLSelectElement
    if (!undo || (isTyping(target) && !isList)) return
    event.preventDefault()
    undo()
  }
  useWindowKeys(press, { isOn: isFront })
}

import type { RefObject } from 'react'
import { areLetterKeysOn, hasOwnKeys, isTyping } from '../letter-keys.ts'
import { useWindowKeys } from '../use-window-keys.ts'

export type ListKey =
  | 'search'
  | 'down'
  | 'up'
  | 'extendDown'
  | 'extendUp'
  | 'tick'
  | 'all'
  | 'create'
  | 'edit'
  | 'escape'
  | 'before'
  | 'after'

interface Pressed {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

const plain: Readonly<Record<string, ListKey>> = {
  '/': 'search',
  ArrowDown: 'down',
  ArrowUp: 'up',
  ' ': 'tick',
  n: 'create',
  e: 'edit',
  Escape: 'escape',
  '[': 'before',
  ']': 'after',
}
const withShift: Readonly<Record<string, ListKey>> = { ArrowDown: 'extendDown', ArrowUp: 'extendUp' }

/** The meaning of a key for a list. */
export function getListKey({ key, shiftKey, ctrlKey, metaKey, altKey }: Pressed): ListKey | undefined {
  if (altKey) return undefined
  if (ctrlKey || metaKey) return key.toLowerCase() === 'a' && !shiftKey ? 'all' : undefined
  return shiftKey ? withShift[key] : plain[key]
}

/** On these elements Space belongs to the browser. */
const pressable = 'button, input, summary, [role=button], [role=switch]'
const letters: readonly ListKey[] = ['search', 'create', 'edit', 'before', 'after']

/** Whether a key that was pressed there is meant for the list. */
export function isForList(target: EventTarget | null, key: ListKey) {
  if (letters.includes(key) && !areLetterKeysOn()) return false
  if (!(target instanceof Element)) return true
  if (isTyping(target) || hasOwnKeys(target)) return false
  return key !== 'tick' || (target.closest('[data-row]') !== null && !target.closest(pressable))
}

/** Each returns whether it did something: if not, the key is left to the browser. */
export type ListKeyActions = Partial<Record<ListKey, (root: HTMLElement) => boolean>>

/** The keys of a list while its page is in front and nothing covers `root`. */
export function useListKeys(isFront: boolean, root: RefObject<HTMLElement | null>, actions: ListKeyActions) {
  const press = (event: KeyboardEvent) => {
    const key = getListKey(event)
    const element = root.current
    if (!key || !element || event.defaultPrevented || !isForList(event.target, key) || isCovered(element)) return
    if (actions[key]?.(element)) event.preventDefault()
  }
  useWindowKeys(press, { isOn: isFront })
}

const isCovered = (root: HTMLElement) =>
  [...document.querySelectorAll('dialog[open]')].some((dialog) => dialog.matches(':modal') && !dialog.contains(root))

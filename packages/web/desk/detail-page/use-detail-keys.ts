import type { RefObject } from 'react'
import { areLetterKeysOn, isTyping } from '../letter-keys.ts'
import { usePageSearch } from '../page-search.tsx'
import { useWindowKeys } from '../use-window-keys.ts'

type Keys = Readonly<Record<string, (() => void) | undefined>>

/** Single keys, while the page is in front and no dialog is open; never while the user types. */
export function useDetailKeys(page: RefObject<HTMLElement | null>, keys: Keys) {
  const { isFront } = usePageSearch()
  const press = (event: KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented
    if (!isPlain || !areLetterKeysOn() || isTyping(event.target) || isCovered(page.current)) return
    const action = keys[event.key]
    if (!action) return
    event.preventDefault()
    action()
  }
  useWindowKeys(press, { isOn: isFront })
}

const isCovered = (page: HTMLElement | null) =>
  [...document.querySelectorAll('dialog[open]')].some((dialog) => !dialog.contains(page))

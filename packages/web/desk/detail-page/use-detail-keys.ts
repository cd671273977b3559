import { useEffect, useRef, type RefObject } from 'react'
import { areLetterKeysOn, isTyping } from '../letter-keys.ts'
import { usePageSearch } from '../page-search.tsx'

type Keys = Readonly<Record<string, (() => void) | undefined>>

/** Single keys, while the page is in front and no dialog is open; never while the user types. */
export function useDetailKeys(page: RefObject<HTMLElement | null>, keys: Keys) {
  const { isFront } = usePageSearch()
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    if (!isFront) return
    const press = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented
      if (!isPlain || !areLetterKeysOn() || isTyping(event.target) || isCovered(page.current)) return
      const action = latest.current[event.key]
      if (!action) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [isFront, page])
}

const isCovered = (page: HTMLElement | null) =>
  [...document.querySelectorAll('dialog[open]')].some((dialog) => !dialog.contains(page))

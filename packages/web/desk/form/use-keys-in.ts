import type { RefObject } from 'react'
import { useWindowKeys } from '../use-window-keys.ts'

type WorkOf = (event: KeyboardEvent) => (() => void) | undefined

/** Shortcuts of a form, also while nothing in it has the focus. */
export function useKeysIn(form: RefObject<HTMLElement | null>, workOf: WorkOf) {
  const press = (event: KeyboardEvent) => {
    if (event.isComposing || !concerns(form.current, event.target)) return
    const work = workOf(event)
    if (!work) return
    event.preventDefault()
    event.stopPropagation()
    work()
  }
  // In the capture phase: a select would open at Ctrl+Enter, because it only checks for Enter.
  useWindowKeys(press, { isCapture: true })
}

/** A form in a dialog handles keys of that dialog; a form on the page handles keys outside of all dialogs. */
function concerns(form: HTMLElement | null, target: EventTarget | null) {
  if (!form || !(target instanceof Element)) return false
  return form.closest('dialog') === target.closest('dialog')
}

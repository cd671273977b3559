import { useEffect, useRef, type RefObject } from 'react'

type WorkOf = (event: KeyboardEvent) => (() => void) | undefined

/** Shortcuts of a form, also while nothing in it has the focus. */
export function useKeysIn(form: RefObject<HTMLElement | null>, workOf: WorkOf) {
  const latest = useRef(workOf)
  useEffect(() => {
    latest.current = workOf
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.isComposing || !concerns(form.current, event.target)) return
      const work = latest.current(event)
      if (!work) return
      event.preventDefault()
      event.stopPropagation()
      work()
    }
    // In the capture phase: a select would open at Ctrl+Enter, because it only checks for Enter.
    window.addEventListener('keydown', press, true)
    return () => window.removeEventListener('keydown', press, true)
  }, [form])
}

/** A form in a dialog handles keys of that dialog; a form on the page handles keys outside of all dialogs. */
function concerns(form: HTMLElement | null, target: EventTarget | null) {
  if (!form || !(target instanceof Element)) return false
  return form.closest('dialog') === target.closest('dialog')
}

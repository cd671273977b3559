import { useEffect, useRef, type RefObject } from 'react'

type WorkOf = (event: KeyboardEvent) => (() => void) | undefined

/** Commands for a form, also while nothing in it has the focus. */
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
    // On the way down: a list would open at Ctrl+Enter, because it only looks at the Enter.
    window.addEventListener('keydown', press, true)
    return () => window.removeEventListener('keydown', press, true)
  }, [form])
}

/** A form in a dialog hears what is pressed in that dialog; one on the page, what is pressed outside of all. */
function concerns(form: HTMLElement | null, target: EventTarget | null) {
  if (!form || !(target instanceof Element)) return false
  return form.closest('dialog') === target.closest('dialog')
}

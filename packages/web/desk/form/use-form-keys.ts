import type { RefObject } from 'react'
import { useKeysIn } from './use-keys-in.ts'

interface Keys {
  submit: () => void
  /** The next invalid field. */
  next: () => void
  save: (() => void) | undefined
}

/** Ctrl+Enter submits, Ctrl+S saves the draft, F8 moves to the next error. */
export function useFormKeys(form: RefObject<HTMLElement | null>, { submit, next, save }: Keys) {
  useKeysIn(form, (event) => {
    const isCommand = event.ctrlKey || event.metaKey
    if (event.key === 'F8') return next
    if (isCommand && event.key === 'Enter') return submit
    if (isCommand && event.key.toLowerCase() === 's') return save
    return undefined
  })
}

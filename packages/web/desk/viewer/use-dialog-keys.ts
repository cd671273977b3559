import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Keys of the whole dialog, wherever in it the focus is. Enter is left to press buttons. */
export function useDialogKeys(dialog: RefObject<HTMLElement | null>, keys: Readonly<Record<string, () => void>>) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const action = keys[event.shiftKey ? `Shift+${event.key}` : event.key]
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const element = dialog.current
    // Some browsers press a button when the space bar comes up again, whatever was said when it went down.
    const release = (event: KeyboardEvent) => event.key === ' ' && event.preventDefault()
    element?.addEventListener('keydown', press)
    element?.addEventListener('keyup', release)
    return () => {
      element?.removeEventListener('keydown', press)
      element?.removeEventListener('keyup', release)
    }
  }, [dialog])
}

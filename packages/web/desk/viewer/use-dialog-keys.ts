import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Keys of the whole dialog, wherever the focus is. Enter still presses buttons. */
export function useDialogKeys(dialog: RefObject<HTMLElement | null>, keys: Readonly<Record<string, () => void>>) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const action = keys[event.shiftKey ? `Shift+${event.key}` : event.key]
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const element = dialog.current
    // Some browsers press a button on keyup of the space bar, even if keydown was prevented.
    const release = (event: KeyboardEvent) => event.key === ' ' && event.preventDefault()
    element?.addEventListener('keydown', press)
    element?.addEventListener('keyup', release)
    return () => {
      element?.removeEventListener('keydown', press)
      element?.removeEventListener('keyup', release)
    }
  }, [dialog])
}

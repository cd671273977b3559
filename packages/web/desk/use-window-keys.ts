import { useEffectEvent, useLayoutEffect } from 'react'

/**
 * Calls `press` for every key while `isOn`. Listens before the browser shows what was rendered, so that a key that is
 * pressed at the first sight of a page is not lost.
 */
export function useWindowKeys(press: (event: KeyboardEvent) => void, { isOn = true, isCapture = false } = {}) {
  const onPress = useEffectEvent(press)
  useLayoutEffect(() => {
    if (!isOn) return
    const listen = (event: KeyboardEvent) => onPress(event)
    window.addEventListener('keydown', listen, isCapture)
    return () => window.removeEventListener('keydown', listen, isCapture)
  }, [isOn, isCapture])
}

let isPressed = false
if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (isPressed = true), true)
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => (isPressed = false), true)
}

/**
 * Runs the work now, or after the mouse button is released. Pressing a button blurs the field before it: an error that
 * appears at that moment would move the button away from the pointer.
 */
export function runAfterPress(work: () => void) {
  if (!isPressed) return work()
  // The click comes after the release.
  const released = () => setTimeout(work)
  window.addEventListener('pointerup', released, { once: true, capture: true })
}

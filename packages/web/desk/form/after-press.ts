let isPressed = false
if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (isPressed = true), true)
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => (isPressed = false), true)
}

/**
 * At once, or when the mouse is let go. A field is left by pressing something else: an error that appears in that very
 * moment moves the button away from under the press.
 */
export function runAfterPress(work: () => void) {
  if (!isPressed) return work()
  // The click comes after the release.
  const released = () => setTimeout(work)
  window.addEventListener('pointerup', released, { once: true, capture: true })
}

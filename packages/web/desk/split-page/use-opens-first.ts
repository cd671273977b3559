import { useState } from 'react'
import { usePhone } from '../use-phone.ts'

/**
 * Whether a split page opens its first record by itself: in a wide window, and still when that gets narrow, because the
 * record may have unsaved changes. `showList` goes back to the list of a narrow window.
 */
export function useOpensFirst() {
  const isPhone = usePhone()
  const [opensFirst, setOpensFirst] = useState(!isPhone)
  if (!isPhone && !opensFirst) setOpensFirst(true)
  return { opensFirst, showList: () => setOpensFirst(false) }
}

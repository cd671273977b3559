import { lazy, Suspense } from 'react'
import { create } from 'zustand'
import { themed } from '../themed.tsx'
import type { Asked } from './use-going.ts'

const useShown = create<{ isShown: boolean; start: Asked | undefined }>(() => ({ isShown: false, start: undefined }))
export const showSwitching = () => useShown.setState({ isShown: true, start: undefined })
/** The place for the code, when that is all that is missing. */
export const showProving = (start: Asked) => useShown.setState({ isShown: true, start })
const hide = () => useShown.setState({ isShown: false, start: undefined })

const SwitchDialog = lazy(() => themed(() => import('./switch-dialog.tsx')))

/** The place of the dialog in the shell. It is loaded when it is first wanted. */
export function Switching() {
  const { isShown, start } = useShown()
  return (
    isShown && (
      <Suspense fallback={null}>
        <SwitchDialog start={start} onClose={hide} />
      </Suspense>
    )
  )
}

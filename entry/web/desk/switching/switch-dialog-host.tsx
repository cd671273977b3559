import { lazy, Suspense } from 'react'
import { create } from 'zustand'
import { withTheme } from '../with-theme.tsx'
import type { PendingSwitch } from './use-switch-organisation.ts'

const useShown = create<{ isShown: boolean; start: PendingSwitch | undefined }>(() => ({
  isShown: false,
  start: undefined,
}))
export const showSwitchDialog = () => useShown.setState({ isShown: true, start: undefined })
/** The place for the code, when that is all that is missing. */
export const showSwitchStepUp = (start: PendingSwitch) => useShown.setState({ isShown: true, start })
const hide = () => useShown.setState({ isShown: false, start: undefined })

const SwitchDialog = lazy(() => withTheme(() => import('./switch-dialog.tsx')))

/** The place of the dialog in the shell. It is loaded when it is first wanted. */
export function SwitchDialogHost() {
  const { isShown, start } = useShown()
  return (
    isShown && (
      <Suspense fallback={null}>
        <SwitchDialog start={start} onClose={hide} />
      </Suspense>
    )
  )
}

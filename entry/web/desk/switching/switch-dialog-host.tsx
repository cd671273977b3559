import { lazy, Suspense } from 'react'
import { create } from 'zustand'
import { withTheme } from '../with-theme.tsx'
import type { PendingSwitch } from './use-switch-organisation.ts'

const useShown = create<{ isShown: boolean; start: PendingSwitch | undefined }>(() => ({
  isShown: false,
  start: undefined,
}))
export const showSwitchDialog = () => useShown.setState({ isShown: true, start: undefined })
/** Opens the dialog at the code, when only that is missing. */
export const showSwitchStepUp = (start: PendingSwitch) => useShown.setState({ isShown: true, start })
const hide = () => useShown.setState({ isShown: false, start: undefined })

const SwitchDialog = lazy(() => withTheme(() => import('./switch-dialog.tsx')))

/** The host of the dialog in the shell. The dialog is loaded on first use. */
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

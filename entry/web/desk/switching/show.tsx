import { lazy, Suspense } from 'react'
import { create } from 'zustand'

const useShown = create(() => ({ isShown: false }))
export const showSwitching = () => useShown.setState({ isShown: true })
const hide = () => useShown.setState({ isShown: false })

const SwitchDialog = lazy(() => import('./switch-dialog.tsx'))

/** The place of the dialog in the shell. It is loaded when it is first wanted. */
export function Switching() {
  const { isShown } = useShown()
  return (
    isShown && (
      <Suspense fallback={null}>
        <SwitchDialog onClose={hide} />
      </Suspense>
    )
  )
}

import { useEffect } from 'react'
import { create } from 'zustand'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import type { User } from '../contract.ts'

/** A dialog that another page asked this page to open. */
export interface RequestedDialog {
  action: 'reset' | 'invite'
  row: User
}

const useRequestedDialogStore = create<{ requested: RequestedDialog | undefined }>()(() => ({ requested: undefined }))

export const requestDialog = (requested: RequestedDialog) => useRequestedDialogStore.setState({ requested })

/** Opens the dialog when the page is visible. */
export function useRequestedDialog(open: (requested: RequestedDialog) => void) {
  const { isFront } = usePageSearch()
  const { requested } = useRequestedDialogStore()
  useEffect(() => {
    if (!isFront || !requested) return
    useRequestedDialogStore.setState({ requested: undefined })
    open(requested)
    // Runs once per request.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isFront, requested])
}

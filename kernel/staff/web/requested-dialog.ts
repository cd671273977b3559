import { useEffect } from 'react'
import { create } from 'zustand'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import type { User } from '../contract.ts'

/** What somebody asked for on another page, to be opened on this one. */
export interface RequestedDialog {
  action: 'reset' | 'invite'
  row: User
}

const useRequestedDialogStore = create<{ requested: RequestedDialog | undefined }>()(() => ({ requested: undefined }))

export const requestDialog = (requested: RequestedDialog) => useRequestedDialogStore.setState({ requested })

/** Opens it once the page is in front. */
export function useRequestedDialog(open: (requested: RequestedDialog) => void) {
  const { isFront } = usePageSearch()
  const { requested } = useRequestedDialogStore()
  useEffect(() => {
    if (!isFront || !requested) return
    useRequestedDialogStore.setState({ requested: undefined })
    open(requested)
    // It is opened once for each time that it is asked for.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isFront, requested])
}

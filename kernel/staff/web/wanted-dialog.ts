import { useEffect } from 'react'
import { create } from 'zustand'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import type { User } from '../contract.ts'

/** What somebody asked for on another page, to be opened on this one. */
export interface WantedDialog {
  act: 'reset' | 'invite'
  row: User
}

const useWanted = create<{ wanted: WantedDialog | undefined }>()(() => ({ wanted: undefined }))

export const wantDialog = (wanted: WantedDialog) => useWanted.setState({ wanted })

/** Opens it once the page is in front. */
export function useWantedDialog(open: (wanted: WantedDialog) => void) {
  const { isFront } = usePageSearch()
  const { wanted } = useWanted()
  useEffect(() => {
    if (!isFront || !wanted) return
    useWanted.setState({ wanted: undefined })
    open(wanted)
    // It is opened once for each time that it is asked for.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isFront, wanted])
}

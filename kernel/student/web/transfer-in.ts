import { useEffect } from 'react'
import { create } from 'zustand'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import type { NewStudentForm } from '../contract.ts'

type EntryType = NewStudentForm['type']

/** How the next new pupil enters. `isRequested`: the form was requested, but the page has not opened it yet. */
const useEntryStore = create<{ isRequested: boolean; entryType: EntryType }>()(() => ({
  isRequested: false,
  entryType: 'enrol',
}))

/** For a pupil from outside the district. */
export const openTransferInForm = () => useEntryStore.setState({ isRequested: true, entryType: 'transfer-in' })

export const getEntryType = () => useEntryStore.getState().entryType

/** 转入登记 is the form of a new pupil with another entry type; afterwards the type is reset. */
export function useTransferIn() {
  const { search, setSearch, isFront } = usePageSearch()
  const { isRequested } = useEntryStore()
  const isOpen = search.get('fill') === 'new'
  useEffect(() => {
    if (!isFront) return
    if (isOpen) return useEntryStore.setState({ isRequested: false })
    if (!isRequested) return useEntryStore.setState({ entryType: 'enrol' })
    setSearch((before) => {
      const after = new URLSearchParams(before)
      after.set('fill', 'new')
      return after
    })
  }, [isRequested, isOpen, isFront, setSearch])
}

/** Opens a dialog for a URL parameter, for example from a todo, and then removes the parameter. */
export function useDialogFromUrl(parameter: string, open: () => void) {
  const { search, setSearch, isFront } = usePageSearch()
  const isRequested = isFront && search.has(parameter)
  useEffect(() => {
    if (!isRequested) return
    open()
    setSearch((before) => {
      const after = new URLSearchParams(before)
      after.delete(parameter)
      return after
    })
    // Opens once for each request.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isRequested])
}

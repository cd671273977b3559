import { useEffect } from 'react'
import { create } from 'zustand'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import type { NewStudentForm } from '../contract.ts'

type EntryType = NewStudentForm['type']

/** How the next new one comes in. `isAsked`: a button wants the form, and the page has not opened it yet. */
const useEntryStore = create<{ isRequested: boolean; entryType: EntryType }>()(() => ({
  isRequested: false,
  entryType: 'enrol',
}))

/** Somebody comes from outside the district. */
export const openTransferInForm = () => useEntryStore.setState({ isRequested: true, entryType: 'transfer-in' })

export const getEntryType = () => useEntryStore.getState().entryType

/** 转入登记 is the form of a new pupil, begun with the other way in; whoever comes after that is new as usual. */
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

/** A to-do leads here to decide about those who want to be bound; the word goes from the address when that is open. */
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
    // It is opened once for each time that it is asked for.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isRequested])
}

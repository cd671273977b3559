import { useEffect } from 'react'
import { create } from 'zustand'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import type { NewStudentForm } from '../contract.ts'

type Way = NewStudentForm['type']

/** How the next new one comes in. `isAsked`: a button wants the form, and the page has not opened it yet. */
const useWay = create<{ isAsked: boolean; way: Way }>()(() => ({ isAsked: false, way: 'enrol' }))

/** Somebody comes from outside the district. */
export const registerTransfer = () => useWay.setState({ isAsked: true, way: 'transfer-in' })

export const wayIn = () => useWay.getState().way

/** 转入登记 is the form of a new pupil, begun with the other way in; whoever comes after that is new as usual. */
export function useTransferIn() {
  const { search, setSearch, isFront } = usePageSearch()
  const { isAsked } = useWay()
  const isOpen = search.get('fill') === 'new'
  useEffect(() => {
    if (!isFront) return
    if (isOpen) return useWay.setState({ isAsked: false })
    if (!isAsked) return useWay.setState({ way: 'enrol' })
    setSearch((before) => {
      const after = new URLSearchParams(before)
      after.set('fill', 'new')
      return after
    })
  }, [isAsked, isOpen, isFront, setSearch])
}

/** A to-do leads here to decide about those who want to be bound; the word goes from the address when that is open. */
export function useAskedDialog(word: string, open: () => void) {
  const { search, setSearch, isFront } = usePageSearch()
  const isAsked = isFront && search.has(word)
  useEffect(() => {
    if (!isAsked) return
    open()
    setSearch((before) => {
      const after = new URLSearchParams(before)
      after.delete(word)
      return after
    })
    // It is opened once for each time that it is asked for.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isAsked])
}

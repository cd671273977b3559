import { Fragment, useEffect, type ReactNode } from 'react'
import { create } from 'zustand'
import { usePageSearch } from './page-search.tsx'

interface OpenDialog {
  id: number
  content: ReactNode
}

const useOpenDialogs = create<readonly OpenDialog[]>()(() => [])
let last = 0

/** Opens a dialog over the page from wherever its reason becomes known, such as the answer to a call. */
export function showDialog(draw: (close: () => void) => ReactNode) {
  const id = ++last
  const close = () => useOpenDialogs.setState((before) => before.filter((one) => one.id !== id), true)
  useOpenDialogs.setState((before) => [...before, { id, content: draw(close) }], true)
}

/** Where they stand; a page that opens any has one of these. Others stay alive behind it, and show none. */
export function DialogHost() {
  const shown = useOpenDialogs()
  const { isFront } = usePageSearch()
  // What a page showed, such as a secret, does not wait for the next one.
  useEffect(() => () => useOpenDialogs.setState([], true), [])
  return isFront && shown.map(({ id, content }) => <Fragment key={id}>{content}</Fragment>)
}

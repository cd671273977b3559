import { Fragment, useEffect, type ReactNode } from 'react'
import { create } from 'zustand'
import { usePageSearch } from './page-search.tsx'

interface OpenDialog {
  id: number
  content: ReactNode
}

const useOpenDialogs = create<readonly OpenDialog[]>()(() => [])
let last = 0

/** Opens a dialog over the page from any code, for example after the answer to a call. */
export function showDialog(draw: (close: () => void) => ReactNode) {
  const id = ++last
  const close = () => useOpenDialogs.setState((before) => before.filter((one) => one.id !== id), true)
  useOpenDialogs.setState((before) => [...before, { id, content: draw(close) }], true)
}

/** Renders these dialogs; a page that opens any has one host. Hosts of pages behind show none. */
export function DialogHost() {
  const shown = useOpenDialogs()
  const { isFront } = usePageSearch()
  // Content of a page, such as a secret, must not stay open for the next page.
  useEffect(() => () => useOpenDialogs.setState([], true), [])
  return isFront && shown.map(({ id, content }) => <Fragment key={id}>{content}</Fragment>)
}

import { Fragment, useEffect, type ReactNode } from 'react'
import { create } from 'zustand'
import { usePageSearch } from './page-search.tsx'

interface Shown {
  id: number
  content: ReactNode
}

const useShown = create<readonly Shown[]>()(() => [])
let last = 0

/** Opens a dialog over the page from wherever its reason becomes known, such as the answer to a call. */
export function showDialog(draw: (close: () => void) => ReactNode) {
  const id = ++last
  const close = () => useShown.setState((before) => before.filter((one) => one.id !== id), true)
  useShown.setState((before) => [...before, { id, content: draw(close) }], true)
}

/** Where they stand; a page that opens any has one of these. Others stay alive behind it, and show none. */
export function Dialogs() {
  const shown = useShown()
  const { isFront } = usePageSearch()
  // What a page showed, such as a secret, does not wait for the next one.
  useEffect(() => () => useShown.setState([], true), [])
  return isFront && shown.map(({ id, content }) => <Fragment key={id}>{content}</Fragment>)
}

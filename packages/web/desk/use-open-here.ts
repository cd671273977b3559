import { useState } from 'react'

/** Whether something is open, for one address only: navigation closes it, and it stays closed on the way back. */
export function useOpenHere(at: string): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [state, setState] = useState({ at, isOpen: false })
  if (state.at !== at) setState({ at, isOpen: false })
  return [state.at === at && state.isOpen, (isOpen) => setState({ at, isOpen })]
}

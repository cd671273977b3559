import { create } from 'zustand'

/** A child as the pages of a family need it. */
export interface FamilyChild {
  id: string
  name: string
  orgName: string
  className: string
  /** past: has left the school. */
  state: 'active' | 'past'
}

interface Family {
  status: 'reading' | 'ready' | 'failed'
  children: readonly FamilyChild[]
  /** The selected child. */
  childId: string | undefined
}

const storageKey = 'childId'

/** The children of the signed-in user, and the selected one. A pupil is the only child of its own list. */
export const useFamily = create<Family>()(() => ({ status: 'reading', children: [], childId: undefined }))

export function setChildren(children: readonly FamilyChild[]) {
  const storedId = localStorage.getItem(storageKey)
  const childId = (children.find(({ id }) => id === storedId) ?? children[0])?.id
  useFamily.setState({ status: 'ready', children, childId })
}

/** Stored on this phone; the server checks at each call that the child belongs to the user. */
export function chooseChild(childId: string) {
  localStorage.setItem(storageKey, childId)
  useFamily.setState({ childId })
}

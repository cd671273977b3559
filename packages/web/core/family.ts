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
  /** Whom the pages are about. */
  childId: string | undefined
}

const storageKey = 'childId'

/** The children of whoever is signed in, and which of them is meant. A pupil is her own only child. */
export const useFamily = create<Family>()(() => ({ status: 'reading', children: [], childId: undefined }))

export function setChildren(children: readonly FamilyChild[]) {
  const wanted = localStorage.getItem(storageKey)
  const childId = (children.find(({ id }) => id === wanted) ?? children[0])?.id
  useFamily.setState({ status: 'ready', children, childId })
}

/** This phone remembers it; the server looks at each call whose child it is. */
export function chooseChild(childId: string) {
  localStorage.setItem(storageKey, childId)
  useFamily.setState({ childId })
}

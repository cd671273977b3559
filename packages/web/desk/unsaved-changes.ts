import { createContext, use, useEffect, useId } from 'react'

/** Marks a component of the page as unsaved or saved. The shell provides it for each page. */
export type MarkUnsaved = (id: string, isDirty: boolean) => void

export const UnsavedContext = createContext<MarkUnsaved>(() => {})

/** Marks the page as unsaved: its tag gets a dot, and closing it asks first. */
export function useUnsaved(isDirty: boolean) {
  const mark = use(UnsavedContext)
  const id = useId()
  useEffect(() => {
    mark(id, isDirty)
    return () => mark(id, false)
  }, [mark, id, isDirty])
}

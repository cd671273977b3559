import { createContext, use, useEffect, useId } from 'react'

/** Who says it, and whether they hold something that is not saved. The shell provides it for each page. */
export type MarkUnsaved = (id: string, isDirty: boolean) => void

export const UnsavedContext = createContext<MarkUnsaved>(() => {})

/** Says that what is on the page would be lost: its tag gets a dot, and closing it asks first. */
export function useUnsaved(isDirty: boolean) {
  const mark = use(UnsavedContext)
  const id = useId()
  useEffect(() => {
    mark(id, isDirty)
    return () => mark(id, false)
  }, [mark, id, isDirty])
}

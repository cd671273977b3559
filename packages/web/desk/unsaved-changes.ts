import { createContext, use, useEffect, useId } from 'react'

/** Marks a component of the page as unsaved or saved. The shell provides it for each page. */
export type MarkUnsaved = (id: string, isDirty: boolean) => void

export const UnsavedContext = createContext<MarkUnsaved>(() => {})

/** The same for the records that a page opens one after another. `GuardedPanes` provides it. */
export const PaneUnsavedContext = createContext<MarkUnsaved>(() => {})

/**
 * Marks the page as unsaved: its tag gets a dot, and closing it asks first. A dialog asks by itself, and its end may
 * open another record.
 */
export function useUnsaved(isDirty: boolean, { isInDialog = false } = {}) {
  const markPage = use(UnsavedContext)
  const markPane = use(PaneUnsavedContext)
  const id = useId()
  useEffect(() => {
    const mark = (dirty: boolean) => {
      markPage(id, dirty)
      if (!isInDialog) markPane(id, dirty)
    }
    mark(isDirty)
    return () => mark(false)
  }, [markPage, markPane, id, isDirty, isInDialog])
}

import { useState } from 'react'
import { useNavigate } from 'react-router'
import { findPage } from '../page-list.ts'
import { changeTags } from './tag-store.ts'
import { findTagAfterClosing, closePages, closeOnLeave, togglePin, type Tags } from './page-tags.ts'

/** The actions on open pages. Unsaved pages are closed only after confirmation. */
export function useTagActions(tags: Tags, front: string | undefined) {
  const navigate = useNavigate()
  const [pendingClose, setPendingClose] = useState<readonly string[]>()

  const closeNow = (paths: readonly string[]) => {
    setPendingClose(undefined)
    const isLeaving = front !== undefined && paths.includes(front)
    changeTags((before) => closePages(before, isLeaving ? paths.filter((path) => path !== front) : paths))
    if (!isLeaving) return
    changeTags((before) => closeOnLeave(before, front))
    void navigate(findTagAfterClosing(tags, paths)?.address ?? '/')
  }
  return {
    /** Pages that wait for confirmation, with the unsaved ones among them. */
    pendingClose: pendingClose && {
      paths: pendingClose,
      unsaved: pendingClose.filter((path) => tags.unsaved.includes(path)).length,
    },
    dismiss: () => setPendingClose(undefined),
    closeNow,
    close: (paths: readonly string[]) =>
      paths.some((path) => tags.unsaved.includes(path)) ? setPendingClose(paths) : closeNow(paths),
    /** Mounted pages are remounted; for other pages the browser reloads. */
    refresh: () => {
      const tag = tags.tags.find(({ path }) => path === front && findPage(path))
      if (tag) void navigate(`/redirect${tag.address}`, { replace: true })
      else location.reload()
    },
    go: (address: string) => void navigate(address),
    togglePin: (path: string) => changeTags((before) => togglePin(before, path)),
  }
}
export type TagActions = ReturnType<typeof useTagActions>

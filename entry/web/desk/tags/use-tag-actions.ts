import { useState } from 'react'
import { useNavigate } from 'react-router'
import { findPage } from '../page-list.ts'
import { changeTags } from './store.ts'
import { afterClosing, close, leaveFor, togglePin, type Tags } from './tags.ts'

/** What can be done with open pages. Whatever holds something unsaved is asked about before it closes. */
export function useTagActions(tags: Tags, front: string | undefined) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<readonly string[]>()

  const closeNow = (paths: readonly string[]) => {
    setAsked(undefined)
    const isLeaving = front !== undefined && paths.includes(front)
    changeTags((before) => close(before, isLeaving ? paths.filter((path) => path !== front) : paths))
    if (!isLeaving) return
    changeTags((before) => leaveFor(before, front))
    void navigate(afterClosing(tags, paths)?.address ?? '/')
  }
  return {
    /** Pages that wait for an answer, with those among them that hold something. */
    asked: asked && { paths: asked, unsaved: asked.filter((path) => tags.unsaved.includes(path)).length },
    dismiss: () => setAsked(undefined),
    closeNow,
    close: (paths: readonly string[]) =>
      paths.some((path) => tags.unsaved.includes(path)) ? setAsked(paths) : closeNow(paths),
    /** What is kept begins anew; whatever else is in front has only the browser to do it. */
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

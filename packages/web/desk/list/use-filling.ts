import { useEffect, useState } from 'react'
import { useToast } from '../toast.tsx'
import type { ListSpec, RowWithId } from './spec.ts'

export interface Filling<Row> {
  /** What is being filled in: a new one, or a row that is there. */
  open: { row: Row | undefined } | undefined
  canCreate: boolean
  /** Whether rows can be edited at all, and this one. */
  mayEdit: boolean
  canEdit: (row: Row) => boolean
  create: () => void
  edit: (row: Row) => void
  close: () => void
  /** After it was kept: says so, and lets the row be seen for a moment. */
  done: (id: string, words: string) => void
  /** The row that was just made or changed. */
  fresh: string | undefined
}

const freshMs = 1500

/** The form of a list, for new rows and for those that are there. */
export function useFilling<Row extends RowWithId, Detail extends Row, Values extends object>(
  { create, edit }: ListSpec<Row, Detail, Values>,
  may: (permission: string) => boolean,
  refresh: () => Promise<void>,
): Filling<Row> {
  const toast = useToast()
  const [open, setOpen] = useState<{ row: Row | undefined }>()
  const [fresh, setFresh] = useState<string>()
  useEffect(() => {
    if (!fresh) return
    const clock = setTimeout(() => setFresh(undefined), freshMs)
    return () => clearTimeout(clock)
  }, [fresh])
  const canCreate = create !== undefined && may(create.permission)
  const mayEdit = edit !== undefined && may(edit.permission)
  const canEdit = (row: Row) => mayEdit && (edit.when?.(row) ?? true)
  return {
    open,
    canCreate,
    mayEdit,
    canEdit,
    create: () => canCreate && setOpen({ row: undefined }),
    edit: (row) => canEdit(row) && setOpen({ row }),
    close: () => setOpen(undefined),
    done: (id, words) => {
      toast.success(words)
      void refresh().then(() => setFresh(id))
    },
    fresh,
  }
}

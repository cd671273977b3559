import { useEffect, useState } from 'react'
import { useToast } from '../toast.tsx'
import { newRow, type MoveListState, type ListState } from './list-state.ts'
import type { ListContext, ListSpec, RowWithId } from './list-spec.ts'

export interface RowFormState<Row> {
  /** The open form: for a new row, or for an existing one. */
  open: { row: Row | undefined } | undefined
  /** Its form replaces the list. */
  isLong: boolean
  canCreate: boolean
  /** Whether rows can be edited at all, and this one. */
  mayEdit: boolean
  canEdit: (row: Row) => boolean
  create: () => void
  edit: (row: Row) => void
  close: () => void
  /** After saving: shows a message, and highlights the row for a moment. */
  done: (id: string, message: string) => void
  /** Opens the details of the created row. */
  show: (id: string) => void
  /** The row that was just created or changed. */
  fresh: string | undefined
}

const freshMs = 1500

/** The form of a list, for new and existing rows. */
export function useRowForm<Row extends RowWithId, Detail extends Row, Values extends object>(
  { create, edit }: ListSpec<Row, Detail, Values>,
  may: (permission: string) => boolean,
  refresh: () => Promise<void>,
  at: RowFormContext<Row>,
): RowFormState<Row> {
  const toast = useToast()
  const [short, setShort] = useState<{ row: Row | undefined }>()
  const [fresh, setFresh] = useState<string>()
  useEffect(() => {
    if (!fresh) return
    const clock = setTimeout(() => setFresh(undefined), freshMs)
    return () => clearTimeout(clock)
  }, [fresh])
  const canCreate = create !== undefined && may(create.permission) && (create.when?.(at.context) ?? true)
  const mayEdit = edit !== undefined && may(edit.permission)
  const canEdit = (row: Row) => mayEdit && (edit.when?.(row) ?? true)
  const [long, setLong] = useLongForm(at, {
    canCreate: canCreate && Boolean(create.isLong),
    canEdit: (row) => Boolean(edit?.isLong) && canEdit(row),
  })
  return {
    open: long ?? short,
    isLong: long !== undefined,
    canCreate,
    mayEdit,
    canEdit,
    create: () => canCreate && (create.isLong ? setLong : setShort)({ row: undefined }),
    edit: (row) => canEdit(row) && (edit?.isLong ? setLong : setShort)({ row }),
    close: () => (long ? setLong : setShort)(undefined),
    done: (id, message) => {
      toast.success(message)
      void refresh().then(() => setFresh(id))
    },
    show: (id) => at.move({ open: id }),
    fresh,
  }
}

interface RowFormContext<Row> {
  listState: ListState
  move: MoveListState
  rows: readonly Row[]
  /** Where a new row would belong, once that is known. */
  context: ListContext
}

type OpenedRow<Row> = { row: Row | undefined } | undefined

/** A long form has its own address, and the back button leads to the list. */
function useLongForm<Row extends RowWithId>(
  { listState, move, rows, context }: RowFormContext<Row>,
  { canCreate, canEdit }: { canCreate: boolean; canEdit: (row: Row) => boolean },
) {
  // A user who edits from the details may have turned a page since.
  const [known, setKnown] = useState<Row>()
  const row = [...rows, known].find((one) => one?.id === listState.fill)
  const isNew = listState.fill === newRow && canCreate && context.isReady
  const open: OpenedRow<Row> = isNew ? { row: undefined } : row && canEdit(row) ? { row } : undefined
  const set = (next: OpenedRow<Row>) => {
    setKnown(next?.row)
    move({ fill: next ? (next.row?.id ?? newRow) : undefined }, { replace: !next })
  }
  return [open, set] as const
}

import { useRef, useState, type ClipboardEvent } from 'react'
import {
  getBlock,
  clearCells,
  fillDownCells,
  pasteBlock,
  getRange,
  parseBlock,
  formatBlock,
  type CellBlock,
  type PasteResult,
  type GridRange,
} from './clipboard-block.ts'
import { getFirstCell, moveCell, findNextProblem, listStops } from './grid-moves.ts'
import {
  noteKey,
  findSuggestion,
  type CellChange,
  type GridColumn,
  type GridFix,
  type GridProblem,
  type GridRow,
  type GridPosition,
} from './grid-spec.ts'

export interface GridProps {
  /** The accessible name of the grid. */
  label: string
  columns: readonly GridColumn[]
  rows: readonly GridRow[]
  /** Of all pages together. */
  rowCount: number
  /** The number of rows before these. */
  rowsBefore?: number
  /** Read-only. */
  isFixed?: boolean
  /** Whether a last column shows problems; by default it does. */
  hasNotes?: boolean
  /** Takes the focus as soon as it mounts, for a user who was already working. */
  isEager?: boolean
  onChange: (changes: CellChange[]) => void
  onFix: (row: GridRow, problem: GridProblem, fix: GridFix) => void
  onUndo: () => void
  /** The next problem was requested, and there is none after this cell. False: it starts again at the first. */
  onPastLast: () => boolean
  /** A pasted block was larger than the rest of the grid. */
  onCut: (rows: number) => void
  /** Where a pasted block goes; by default at the first selected cell. */
  placeBlock?: (block: CellBlock, range: GridRange) => PasteResult
}

/** The active cell, the selection and the text being edited. */
export function useGrid({ columns, rows, isFixed = false, isEager = false, hasNotes = true, ...handlers }: GridProps) {
  // The focus follows the active cell, but a page does not move the focus into the grid by itself.
  const follows = useRef(isEager)
  const keys = columns.map(({ key }) => key)
  const sheet = { rows, columns: keys, hasNotes }
  const [place, setPlace] = useState(() => {
    const first = getFirstCell(sheet)
    return { at: first, from: first }
  })
  const [written, setWritten] = useState<GridPosition & { text: string }>()
  // Reloaded rows may not contain the active row any more.
  const isThere = rows.some(({ row }) => row === place.at.row) && listStops(sheet).includes(place.at.column)
  const at = isThere ? place.at : getFirstCell(sheet)
  const from = isThere && rows.some(({ row }) => row === place.from.row) ? place.from : at
  const range = getRange(sheet, from, at)
  const here = rows.find(({ row }) => row === at.row)
  const draft = written?.row === at.row && written.column === at.column ? written.text : undefined
  const isNote = at.column === noteKey
  const offer = here && !isFixed ? findSuggestion(here, at.column) : undefined
  const value = here?.cells[at.column] ?? ''

  const change = (changes: CellChange[]) => {
    if (!isFixed && changes.length > 0) handlers.onChange(changes)
  }
  /** Commits the typed text, or the chosen value instead. */
  const settle = (text = draft) => {
    if (text === undefined) return
    setWritten(undefined)
    if (text !== value) change([{ row: at.row, column: at.column, value: text }])
  }
  const go = (to: GridPosition, isExtending = false, text = draft) => {
    settle(text)
    follows.current = true
    // The note column cannot be selected.
    const end = isExtending && to.column === noteKey ? { ...to, column: keys.at(-1) ?? noteKey } : to
    setPlace({ at: end, from: isExtending ? from : end })
  }
  const move = (down: number, right: number, isExtending = false) => go(moveCell(sheet, at, down, right), isExtending)
  const take = () => {
    const [problem, fix] = offer ?? (isNote ? findFirstFix(here) : []) ?? []
    if (!here || !problem || !fix) return false
    handlers.onFix(here, problem, fix)
    return true
  }
  return {
    at,
    range,
    draft,
    isNote,
    here,
    value,
    offer,
    keys,
    follows,
    leave: () => {
      follows.current = false
    },
    write: (text: string | undefined) =>
      !isFixed && !isNote && setWritten(text === undefined ? undefined : { ...at, text }),
    isChosen: (y: number, x: number) => y >= range.top && y <= range.bottom && x >= range.left && x <= range.right,
    go,
    move,
    settle: () => settle(),
    /** Commits this value instead of the typed text, and moves on. */
    put: (text: string, down: number, right: number) => go(moveCell(sheet, at, down, right), false, text),
    isAtEdge: (right: number) => at.column === listStops(sheet).at(right > 0 ? -1 : 0),
    enter: (down: number) => {
      if (draft === undefined && down > 0) take()
      move(down, 0)
    },
    next: () => {
      const spot = findNextProblem(sheet, at)
      if (spot) return go(spot)
      settle()
      if (!handlers.onPastLast()) go(getFirstCell(sheet))
    },
    undo: handlers.onUndo,
    fillDown: () => change(fillDownCells(sheet, range)),
    clear: () => change(clearCells(sheet, range)),
    copy: (event: ClipboardEvent) => {
      if (draft !== undefined || isNote) return
      event.preventDefault()
      event.clipboardData.setData('text/plain', formatBlock(getBlock(sheet, range)))
    },
    paste: (event: ClipboardEvent) => {
      const text = event.clipboardData.getData('text/plain')
      // While a cell is edited, plain text is pasted into its text.
      if (isFixed || isNote || (draft !== undefined && !/[\t\r\n]/.test(text.trimEnd()))) return
      event.preventDefault()
      setWritten(undefined)
      const block = parseBlock(text)
      const { changes, left } = handlers.placeBlock?.(block, range) ?? pasteBlock(sheet, range, block)
      change(changes)
      if (left > 0) handlers.onCut(left)
    },
  }
}
export type Grid = ReturnType<typeof useGrid>

const findFirstFix = (row: GridRow | undefined): [GridProblem, GridFix] | undefined => {
  for (const problem of row?.problems ?? []) if (problem.fixes[0]) return [problem, problem.fixes[0]]
  return undefined
}

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
  /** What the grid is called. */
  label: string
  columns: readonly GridColumn[]
  rows: readonly GridRow[]
  /** Of all pages together. */
  rowCount: number
  /** Where these rows begin among all. */
  rowsBefore?: number
  /** One may look, but not write. */
  isFixed?: boolean
  /** Whether a last column says what is wrong; it does unless this says otherwise. */
  hasNotes?: boolean
  /** Takes the focus as soon as it is there: whoever was at work goes on. */
  isEager?: boolean
  onChange: (changes: CellChange[]) => void
  onFix: (row: GridRow, problem: GridProblem, fix: GridFix) => void
  onUndo: () => void
  /** The next problem was asked for, and there is none behind this place. False: it begins again at the first. */
  onPastLast: () => boolean
  /** A block was larger than what is left of the grid. */
  onCut: (rows: number) => void
  /** Where a pasted block goes; at the first chosen cell unless this says otherwise. */
  placeBlock?: (block: CellBlock, range: GridRange) => PasteResult
}

/** Where one is in the grid, what is chosen and what is being written. */
export function useGrid({ columns, rows, isFixed = false, isEager = false, hasNotes = true, ...handlers }: GridProps) {
  // The focus comes along from place to place, but a page does not pull anybody into the grid.
  const follows = useRef(isEager)
  const keys = columns.map(({ key }) => key)
  const sheet = { rows, columns: keys, hasNotes }
  const [place, setPlace] = useState(() => {
    const first = getFirstCell(sheet)
    return { at: first, from: first }
  })
  const [written, setWritten] = useState<GridPosition & { text: string }>()
  // What is read again may lack the row one was at.
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
  /** What was written so far stays written, or what is chosen in its place. */
  const settle = (text = draft) => {
    if (text === undefined) return
    setWritten(undefined)
    if (text !== value) change([{ row: at.row, column: at.column, value: text }])
  }
  const go = (to: GridPosition, isExtending = false, text = draft) => {
    settle(text)
    follows.current = true
    // There is nothing to choose among the notes.
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
    /** Writes this instead of what was typed, and goes on. */
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
      // Whoever is in the middle of a word pastes into the word.
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

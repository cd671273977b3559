import { useLayoutEffect, useRef, useState } from 'react'

/** A stop of the arrow keys. A cell with lessons of odd and even weeks has one for each, as long as none is held. */
export interface GridStop {
  row: number
  column: number
  part: number
}

interface Sizes {
  rows: number
  columns: number
  countParts: (row: number, column: number) => number
}

/** The next stop after a key, or undefined where the key does not move. */
export function moveStop(stop: GridStop, { key, ctrlKey }: { key: string; ctrlKey: boolean }, sizes: Sizes) {
  const { row, column, part } = stop
  const { rows, columns, countParts } = sizes
  const to = (nextRow: number, nextColumn: number, atEnd = false): GridStop | undefined => {
    if (nextRow < 0 || nextRow >= rows || nextColumn < 0 || nextColumn >= columns) return stop
    return { row: nextRow, column: nextColumn, part: atEnd ? countParts(nextRow, nextColumn) - 1 : 0 }
  }
  if (key === 'ArrowLeft') return to(row, column - 1)
  if (key === 'ArrowRight') return to(row, column + 1)
  if (key === 'ArrowDown') return part + 1 < countParts(row, column) ? { ...stop, part: part + 1 } : to(row + 1, column)
  if (key === 'ArrowUp') return part > 0 ? { ...stop, part: part - 1 } : to(row - 1, column, true)
  if (key === 'Home') return to(ctrlKey ? 0 : row, 0)
  if (key === 'End') return to(ctrlKey ? rows - 1 : row, columns - 1)
  return undefined
}

/** One stop of the Tab key: the arrow keys move it, and the focus with it. */
export function useGridFocus<Element extends HTMLElement>(sizes: Sizes) {
  const element = useRef<Element>(null)
  const [chosen, setChosen] = useState<GridStop & { isFollowed: boolean }>(first)
  const row = Math.min(chosen.row, Math.max(sizes.rows - 1, 0))
  const column = Math.min(chosen.column, Math.max(sizes.columns - 1, 0))
  const stop: GridStop = { row, column, part: Math.min(chosen.part, Math.max(sizes.countParts(row, column) - 1, 0)) }
  useLayoutEffect(() => {
    if (!chosen.isFollowed) return
    const target = element.current?.querySelector<HTMLElement>('[data-stop][tabindex="0"]')
    target?.focus({ preventScroll: true })
    target?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [chosen])
  return {
    element,
    stop,
    /** Moves the focus too. */
    go: (next: GridStop) => setChosen({ ...next, isFollowed: true }),
    /** The focus is there already. */
    setStop: (next: GridStop) => {
      const isThere = next.row === chosen.row && next.column === chosen.column && next.part === chosen.part
      if (!isThere) setChosen({ ...next, isFollowed: false })
    },
  }
}

const first = { row: 0, column: 0, part: 0, isFollowed: false }

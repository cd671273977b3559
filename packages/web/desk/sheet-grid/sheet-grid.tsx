import { memo, useImperativeHandle, useRef, useState, type CSSProperties, type Ref } from 'react'
import { useBigText } from '#packages/web/core/big-text.ts'
import { GridCell } from './grid-cell.tsx'
import { handleGridKey } from './grid-keys.ts'
import { NoteCell } from './note-cell.tsx'
import { getNoteWidth } from './note-width.ts'
import type { GridRow } from './grid-spec.ts'
import { findCell } from './find-cell.ts'
import { useGrid, type Grid, type GridProps } from './use-grid.ts'
import styles from './sheet-grid.module.css'

/** The methods of the grid for other components. */
export interface GridHandle {
  /** Moves to the next problem and focuses it. */
  next(): void
}

/**
 * A sheet that is corrected in place, with the keys of Excel: Enter down, Tab right, F2 or typing to edit, Ctrl+V for
 * a block, Ctrl+D to fill, Ctrl+Z to undo, F8 for the next problem.
 */
export function SheetGrid({ ref, ...props }: GridProps & { ref?: Ref<GridHandle> }) {
  const grid = useGrid(props)
  const element = useRef<HTMLDivElement>(null)
  const isBig = useBigText()
  const { label, columns, rows, rowCount, rowsBefore = 0 } = props
  const focus = () => element.current?.querySelector<HTMLElement>('[data-active]')?.focus()
  useImperativeHandle(ref, () => ({
    next: () => {
      // A user outside the grid has not seen the problem of the active cell.
      const isIn = element.current?.contains(document.activeElement)
      if (isIn || !grid.here?.problems.some(({ column }) => column === grid.at.column)) grid.next()
      // When the position stays, nothing else would move the focus here.
      focus()
    },
  }))
  // Measured once, so that nothing moves while rows are repaired.
  const [note] = useState(() => getNoteWidth(rows))
  const layout = layoutOf([52, ...columns.map(({ width }) => width), note], isBig ? 1.4 : 1)
  return (
    <>
      <div
        ref={element}
        className={styles['frame']}
        style={layout}
        role="grid"
        aria-label={label}
        aria-rowcount={rowCount + 1}
        aria-colcount={columns.length + 2}
        tabIndex={-1}
        onKeyDown={(event) => handleGridKey(grid, event)}
        onMouseDown={(event) => {
          const target = event.target as Element
          // A fix applies to the saved value, not to the text being typed, and the focus stays in its row.
          if (target.closest('button')) grid.write(undefined)
          else {
            const to = findCell(target)
            if (!to) return
            grid.go(to, event.shiftKey)
          }
          event.preventDefault()
        }}
        onCopy={grid.copy}
        onPaste={grid.paste}
        onBlur={({ relatedTarget }) => {
          if (relatedTarget && !element.current?.contains(relatedTarget)) grid.leave()
        }}
      >
        <div className={styles['head']} role="row" aria-rowindex={1}>
          <span className={styles['number']} role="columnheader" aria-colindex={1}>
            行
          </span>
          {columns.map(({ key, title }, x) => (
            <span key={key} className={styles['title']} role="columnheader" aria-colindex={x + 2} title={title}>
              {title}
            </span>
          ))}
          <span
            className={`${styles['title']} ${styles['note']}`}
            role="columnheader"
            aria-colindex={columns.length + 2}
          >
            说明
          </span>
        </div>
        {rows.map((row, y) => (
          <Row
            key={row.row}
            label={label}
            columns={columns}
            row={row}
            isFixed={props.isFixed ?? false}
            onFix={props.onFix}
            index={rowsBefore + y + 2}
            grid={grid.at.row === row.row ? grid : undefined}
            chosen={y >= grid.range.top && y <= grid.range.bottom ? `${grid.range.left} ${grid.range.right}` : ''}
          />
        ))}
      </div>
      {columns.map(({ key, choices }) => choices && <Choices key={key} id={`${label}-${key}`} choices={choices} />)}
    </>
  )
}

/** The last column takes the remaining width. */
function layoutOf(widths: readonly number[], factor: number) {
  const scaled = widths.map((width) => Math.round(width * factor))
  const note = scaled.at(-1) ?? 0
  return {
    '--columns': `${scaled
      .slice(0, -1)
      .map((width) => `${width}px`)
      .join(' ')} minmax(${note}px, 1fr)`,
    '--least': `${scaled.reduce((sum, width) => sum + width, 0)}px`,
    '--note': `${note}px`,
  } as CSSProperties
}

interface RowProps extends Pick<GridProps, 'label' | 'columns' | 'isFixed' | 'onFix'> {
  row: GridRow
  index: number
  /** Only in the active row: all other rows keep their props. */
  grid: Grid | undefined
  /** The range of selected columns; empty without a selection. */
  chosen: string
}

const Row = memo(function Row({ label, columns, isFixed = false, onFix, row, index, grid, chosen }: RowProps) {
  const [left = 1, right = 0] = chosen ? chosen.split(' ').map(Number) : []
  return (
    <div className={styles['row']} role="row" aria-rowindex={index} data-row={row.row}>
      <span className={styles['number']} role="rowheader" aria-colindex={1}>
        {row.row}
      </span>
      {columns.map((column, x) => (
        <GridCell
          key={column.key}
          row={row}
          column={column}
          x={x}
          isFixed={isFixed}
          grid={grid?.at.column === column.key ? grid : undefined}
          isChosen={x >= left && x <= right}
          list={column.choices ? `${label}-${column.key}` : undefined}
        />
      ))}
      <NoteCell
        grid={grid}
        row={row}
        isFixed={isFixed}
        index={columns.length + 2}
        onFix={(problem, fix) => onFix(row, problem, fix)}
      />
    </div>
  )
}, isSameRow)

/** Avoids re-rendering two hundred rows while one of them is edited. */
function isSameRow(before: RowProps, after: RowProps) {
  const isQuiet = before.grid === undefined && after.grid === undefined
  const same = ['row', 'index', 'chosen', 'columns', 'isFixed'] as const
  return isQuiet && same.every((name) => before[name] === after[name])
}

const Choices = ({ id, choices }: { id: string; choices: readonly string[] }) => (
  <datalist id={id}>
    {choices.map((choice) => (
      <option key={choice} value={choice}>
        {choice}
      </option>
    ))}
  </datalist>
)

import { useLayoutEffect } from 'react'
import type { GridColumn, GridRow } from './grid-spec.ts'
import { useActiveCell } from './use-active-cell.ts'
import type { Grid } from './use-grid.ts'
import styles from './sheet-grid.module.css'

interface Props {
  /** Only at the active cell. */
  grid: Grid | undefined
  row: GridRow
  column: GridColumn
  x: number
  isChosen: boolean
  isFixed: boolean
  /** The id of the list of suggestions. */
  list: string | undefined
}

export function GridCell({ grid, row, column, x, isChosen, ...rest }: Props) {
  const { key } = column
  const value = row.cells[key] ?? ''
  const before = row.before[key]
  const isWrong = row.problems.some((problem) => problem.column === key)
  const state = isWrong ? 'wrong' : row.repaired.includes(key) ? 'repaired' : before === undefined ? '' : 'changed'
  return (
    <div
      className={styles['cell']}
      role="gridcell"
      aria-colindex={x + 2}
      aria-selected={isChosen}
      aria-invalid={isWrong || undefined}
      tabIndex={-1}
      data-column={key}
      data-look={state || undefined}
      data-chosen={isChosen && !grid ? '' : undefined}
      data-at={grid ? '' : undefined}
    >
      {grid ? (
        <Field {...rest} grid={grid} row={row} column={column} value={value} isWrong={isWrong} />
      ) : (
        <span
          className={styles['text']}
          title={before === undefined ? value || undefined : `${before || '空'} → ${value}`}
        >
          {before !== undefined && <Before text={before} />}
          {value}
        </span>
      )}
    </div>
  )
}

/** The existing value, which would be replaced. */
const Before = ({ text }: { text: string }) => (
  <>
    {text ? <del className={styles['before']}>{text}</del> : <span className={styles['before']}>空</span>}
    <span aria-hidden="true"> → </span>
  </>
)

interface FieldProps extends Pick<Props, 'row' | 'column' | 'isFixed' | 'list'> {
  grid: Grid
  value: string
  isWrong: boolean
}

/**
 * The active cell is already an input with its whole text selected: typing replaces the text, and an input method has
 * a target.
 */
function Field({ grid, row, column, value, isWrong, isFixed, list }: FieldProps) {
  const { draft, offer, write, settle } = grid
  const element = useActiveCell<HTMLInputElement>(true, grid.follows)
  const isWriting = draft !== undefined
  const shown = draft ?? offer?.[1].value ?? value
  useLayoutEffect(() => {
    const field = element.current
    if (isWriting || !field || document.activeElement !== field) return
    field.select()
  }, [element, isWriting, shown])
  return (
    <input
      ref={element}
      data-active=""
      className={styles['field']}
      aria-label={`第 ${row.row} 行 ${column.title}`}
      aria-invalid={isWrong || undefined}
      aria-describedby={`note-${row.row}`}
      autoComplete="off"
      spellCheck={false}
      readOnly={isFixed}
      list={list}
      value={shown}
      data-writing={isWriting ? '' : undefined}
      data-offered={!isWriting && offer ? '' : undefined}
      onChange={({ target }) => write(target.value)}
      onDoubleClick={() => write(shown)}
      onFocus={({ target }) => draft === undefined && target.select()}
      onBlur={settle}
    />
  )
}

import { CheckOutlined, ExclamationCircleFilled } from '@ant-design/icons'
import { Glyph } from '../glyph.tsx'
import { noteKey, findSuggestion, type GridFix, type GridProblem, type GridRow } from './grid-spec.ts'
import { useActiveCell } from './use-active-cell.ts'
import type { Grid } from './use-grid.ts'
import styles from './sheet-grid.module.css'

interface Props {
  /** Only in the active row. */
  grid: Grid | undefined
  row: GridRow
  index: number
  isFixed: boolean
  onFix: (problem: GridProblem, fix: GridFix) => void
}

const nowhere = { current: false }

/** The problems of a row, and in the active row their fixes. */
export function NoteCell({ grid, row, index, isFixed, onFix }: Props) {
  const isActive = grid?.isNote ?? false
  const element = useActiveCell<HTMLDivElement>(isActive, grid?.follows ?? nowhere)
  const problem = row.problems.find(({ column }) => column === grid?.at.column) ?? row.problems[0]
  return (
    <div
      ref={element}
      id={`note-${row.row}`}
      className={`${styles['cell']} ${styles['note']}`}
      role="gridcell"
      aria-colindex={index}
      aria-selected={isActive}
      tabIndex={isActive ? 0 : -1}
      data-column={noteKey}
      data-active={isActive ? '' : undefined}
      data-at={isActive ? '' : undefined}
    >
      {problem === undefined ? (
        <RowStatus row={row} />
      ) : grid && !isFixed && problem.fixes.length > 0 ? (
        <FixButtons row={row} problem={problem} onFix={onFix} isActive={isActive} column={grid.at.column} />
      ) : (
        <span className={styles['why']} title={problem.message}>
          <Glyph of={ExclamationCircleFilled} />
          <span className={styles['words']}>{problem.message}</span>
        </span>
      )}
    </div>
  )
}

interface FixButtonsProps {
  row: GridRow
  problem: GridProblem
  column: string
  /** The note itself is active, where Enter applies the first fix. */
  isActive: boolean
  onFix: (problem: GridProblem, fix: GridFix) => void
}

function FixButtons({ row, problem, column, isActive, onFix }: FixButtonsProps) {
  const offer = findSuggestion(row, column)?.[1]
  return (
    <span className={styles['cures']}>
      {problem.fixes.map((fix) => (
        <button
          key={fix.key}
          type="button"
          className={styles['cure']}
          // Tab moves from cell to cell; here Enter applies the first fix.
          tabIndex={-1}
          aria-label={`第 ${row.row} 行，${problem.message}，${fix === offer ? '采用' : ''}${fix.label}`}
          title={fix.label}
          onClick={() => onFix(problem, fix)}
        >
          {fix === offer ? '采用' : fix.label}
        </button>
      ))}
      {(offer || isActive) && <kbd className={styles['key']}>Enter</kbd>}
    </span>
  )
}

const RowStatus = ({ row: { repaired, statusText } }: { row: GridRow }) =>
  repaired.length > 0 ? (
    <span className={styles['good']}>
      <Glyph of={CheckOutlined} />
      已修正
    </span>
  ) : (
    <span className={styles['standing']}>{statusText}</span>
  )

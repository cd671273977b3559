import { CheckOutlined, ExclamationCircleFilled } from '@ant-design/icons'
import { Glyph } from '../glyph.tsx'
import { noteKey, offerAt, type GridCure, type GridProblem, type GridRow } from './spec.ts'
import { useActive } from './use-active.ts'
import type { Grid } from './use-grid.ts'
import styles from './sheet-grid.module.css'

interface Props {
  /** Only in the row one is at. */
  grid: Grid | undefined
  row: GridRow
  index: number
  isFixed: boolean
  onCure: (problem: GridProblem, cure: GridCure) => void
}

const nowhere = { current: false }

/** Why a row is wrong, and in the row one is at, the way out of it. */
export function NoteCell({ grid, row, index, isFixed, onCure }: Props) {
  const isActive = grid?.isNote ?? false
  const element = useActive<HTMLDivElement>(isActive, grid?.follows ?? nowhere)
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
        <Standing row={row} />
      ) : grid && !isFixed && problem.cures.length > 0 ? (
        <Cures row={row} problem={problem} onCure={onCure} isActive={isActive} column={grid.at.column} />
      ) : (
        <span className={styles['why']} title={problem.words}>
          <Glyph of={ExclamationCircleFilled} />
          <span className={styles['words']}>{problem.words}</span>
        </span>
      )}
    </div>
  )
}

interface CuresProps {
  row: GridRow
  problem: GridProblem
  column: string
  /** One is at the note itself, where Enter presses the first. */
  isActive: boolean
  onCure: (problem: GridProblem, cure: GridCure) => void
}

function Cures({ row, problem, column, isActive, onCure }: CuresProps) {
  const offer = offerAt(row, column)?.[1]
  return (
    <span className={styles['cures']}>
      {problem.cures.map((cure) => (
        <button
          key={cure.key}
          type="button"
          className={styles['cure']}
          // Tab goes from cell to cell; here Enter presses the first.
          tabIndex={-1}
          aria-label={`第 ${row.row} 行，${problem.words}，${cure === offer ? '采用' : ''}${cure.words}`}
          title={cure.words}
          onClick={() => onCure(problem, cure)}
        >
          {cure === offer ? '采用' : cure.words}
        </button>
      ))}
      {(offer || isActive) && <kbd className={styles['key']}>Enter</kbd>}
    </span>
  )
}

const Standing = ({ row: { repaired, standing } }: { row: GridRow }) =>
  repaired.length > 0 ? (
    <span className={styles['good']}>
      <Glyph of={CheckOutlined} />
      已修正
    </span>
  ) : (
    <span className={styles['standing']}>{standing}</span>
  )

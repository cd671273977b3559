import { memo } from 'react'
import type { Grid } from '#packages/web/desk/sheet-grid/use-grid.ts'
import type { TeachingMatrix } from '../../../contract.ts'
import type { Roster } from '../../sheet-names.ts'
import { SheetField } from './sheet-field.tsx'
import type { TeachingSheetRow } from './sheet-rows.ts'
import styles from './teaching-sheet.module.css'

interface Props {
  row: TeachingSheetRow
  subjects: TeachingMatrix['subjects']
  roster: Roster
  /** Set only for the active row, so that the other rows are not rendered again. */
  grid: Grid | undefined
  /** First and last selected column; empty without a selection. */
  chosen: string
  isFixed: boolean
  noteId: string
}

export const TeachingRow = memo(function TeachingRow({ row, subjects, roster, grid, chosen, isFixed, noteId }: Props) {
  const [left = 1, right = 0] = chosen ? chosen.split(' ').map(Number) : []
  return (
    <tr data-row={row.row}>
      <th scope="row">{row.label}</th>
      {subjects.map(({ id, name }, x) => {
        const text = row.cells[id] ?? ''
        const mark = row.marks[id]
        const problem = row.problems.find(({ column }) => column === id)
        const label = `${row.label} ${name}`
        const isAt = grid?.at.column === id
        const isChosen = x >= left && x <= right
        return (
          <td
            key={id}
            tabIndex={-1}
            aria-label={`${label}：${text || (mark === 'off' ? '不开设' : '未安排')}`}
            aria-selected={isChosen}
            aria-invalid={problem ? true : undefined}
            title={problem?.message}
            className={styles['cell']}
            data-column={id}
            data-look={problem ? 'wrong' : mark}
            data-empty={text === '' && mark !== 'off' && !isFixed ? '' : undefined}
            data-chosen={isChosen && !isAt ? '' : undefined}
            data-at={isAt ? '' : undefined}
          >
            {text.split('、').map((part) => (
              <span key={part}>{part}</span>
            ))}
            {isAt && (
              <SheetField
                grid={grid}
                roster={roster}
                label={label}
                noteId={noteId}
                subject={name}
                isWrong={problem !== undefined}
                isFixed={isFixed || mark === 'off'}
              />
            )}
          </td>
        )
      })}
      <td className={styles['sum']}>{row.hours}</td>
    </tr>
  )
}, isSameRow)

/** Avoids rendering a hundred classes again while one of them is edited. */
function isSameRow(before: Props, after: Props) {
  const isQuiet = before.grid === undefined && after.grid === undefined
  const same = ['row', 'subjects', 'roster', 'chosen', 'isFixed'] as const
  return isQuiet && same.every((name) => before[name] === after[name])
}

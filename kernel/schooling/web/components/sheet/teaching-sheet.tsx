import type { QueryKey } from '@tanstack/react-query'
import { useId, useImperativeHandle, useMemo, useRef, type KeyboardEvent, type MouseEvent, type Ref } from 'react'
import { handleGridKey } from '#packages/web/desk/sheet-grid/grid-keys.ts'
import type { GridPosition } from '#packages/web/desk/sheet-grid/grid-spec.ts'
import { findCell } from '#packages/web/desk/sheet-grid/find-cell.ts'
import { useGrid } from '#packages/web/desk/sheet-grid/use-grid.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import type { TeachingSheetResult, TeachingMatrix } from '../../../contract.ts'
import { placeBlock } from '../../sheet-block.ts'
import { createRoster, type TeachingPerson } from '../../sheet-names.ts'
import { indexCells, listTeachersAt } from '../../teaching-queries.ts'
import { toCellTexts, useTeachingSheet } from '../../use-teaching-sheet.ts'
import type { AssignmentTarget } from '../assign-dialog.tsx'
import { CellLine } from './cell-line.tsx'
import { TeachingRow } from './sheet-row.tsx'
import { createSheetRows } from './sheet-rows.ts'
import styles from './teaching-sheet.module.css'

/** The imperative handle of the table. */
export interface SheetHandle {
  /** Takes over copied cells: shows them and adds them to the undo history. */
  filled: (answer: TeachingSheetResult) => void
}

interface Props {
  matrix: TeachingMatrix
  people: readonly TeachingPerson[]
  /** The query that holds the table. */
  queryKey: QueryKey
  /** Read-only. */
  isFixed: boolean
  onAssign: (target: AssignmentTarget) => void
  ref?: Ref<SheetHandle>
}

/**
 * A row per class and a column per subject, with names typed into the cells and the keys of a spreadsheet: Enter down,
 * Tab right, Delete to clear, Ctrl+V for a block, Ctrl+D to fill, Ctrl+Z to undo, F8 for the next error.
 */
export function TeachingSheet({ matrix, people, queryKey, isFixed, onAssign, ref }: Props) {
  const { subjects } = matrix
  const noteId = useId()
  const table = useRef<HTMLTableElement>(null)
  const toast = useToast()
  const roster = useMemo(() => createRoster(people), [people])
  const sheet = useTeachingSheet(matrix, roster, queryKey)
  useImperativeHandle(ref, () => ({ filled: sheet.filled }))
  const { cells, drafts } = sheet
  const rows = useMemo(() => createSheetRows(matrix, cells, drafts, roster), [matrix, cells, drafts, roster])
  const columns = useMemo(() => subjects.map(({ id, name }) => ({ key: id, title: name, width: 0 })), [subjects])
  const grid = useGrid({
    label: '任课表',
    columns,
    rows,
    rowCount: rows.length,
    isFixed,
    hasNotes: false,
    onChange: (changes) => sheet.write(toCellTexts(changes, matrix)),
    onFix: () => {},
    onUndo: sheet.undo,
    onPastLast: () => false,
    onCut: (count) => toast.error(`超出表格的 ${count} 行没有粘贴`),
    placeBlock: (block, range) => {
      const placed = placeBlock(block, range, { rows, columns: subjects.map(({ id }) => id) }, matrix)
      if (placed.unknown.length > 0) toast.error(`没有粘贴：${placed.unknown.join('、')}，表中没有这些班级或学科`)
      return placed
    },
  })
  const getTargetAt = ({ row, column }: GridPosition): AssignmentTarget | undefined => {
    const subject = subjects.find(({ id }) => id === column)
    const of = rows[row - 1]
    if (!subject || !of || of.marks[column] === 'off') return undefined
    return {
      subject,
      classIds: [of.classId],
      current: listTeachersAt(cells, { classId: of.classId, subjectId: column }),
    }
  }
  const open = (cell: GridPosition) => {
    const target = getTargetAt(cell)
    if (target) onAssign(target)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return handleGridKey(grid, event)
    event.preventDefault()
    grid.settle()
    open(grid.at)
  }
  const focus = () => table.current?.querySelector<HTMLElement>('[data-active]')?.focus()
  const down = (event: MouseEvent) => {
    const to = findCell(event.target as Element)
    if (!to) return
    event.preventDefault()
    if (to.row === grid.at.row && to.column === grid.at.column) focus()
    else grid.go(to, event.shiftKey)
  }
  const here = rows[grid.at.row - 1]
  const subject = subjects.find(({ id }) => id === grid.at.column)
  return (
    <>
      {here && subject && (
        <CellLine
          sheet={sheet}
          subject={subject}
          isFixed={isFixed}
          noteId={noteId}
          row={here}
          current={listTeachersAt(cells, { classId: here.classId, subjectId: subject.id })}
          onNext={() => {
            grid.next()
            focus()
          }}
          onDetails={() => open(grid.at)}
        />
      )}
      <div className={styles['scroll']}>
        <table
          ref={table}
          className={styles['table']}
          // An editable table has the role grid.
          // eslint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
          role="grid"
          aria-label="任课表"
          aria-multiselectable="true"
          aria-readonly={isFixed || undefined}
          tabIndex={-1}
          onKeyDown={press}
          onMouseDown={down}
          onDoubleClick={() => grid.draft === undefined && open(grid.at)}
          onCopy={grid.copy}
          onPaste={grid.paste}
          onBlur={({ relatedTarget }) => {
            if (relatedTarget && !table.current?.contains(relatedTarget)) grid.leave()
          }}
        >
          <Heads matrix={matrix} onAssign={onAssign} />
          <tbody>
            {rows.map((row, y) => (
              <TeachingRow
                key={row.classId}
                row={row}
                subjects={subjects}
                roster={roster}
                isFixed={isFixed}
                noteId={noteId}
                grid={grid.at.row === row.row ? grid : undefined}
                chosen={y >= grid.range.top && y <= grid.range.bottom ? `${grid.range.left} ${grid.range.right}` : ''}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Heads({ matrix, onAssign }: Pick<Props, 'matrix' | 'onAssign'>) {
  return (
    <thead>
      <tr>
        <th scope="col" className={styles['corner']}>
          班级
        </th>
        {matrix.subjects.map((subject) => (
          <th key={subject.id} scope="col">
            <button
              type="button"
              className={styles['subject']}
              aria-label={`${subject.name}：安排到多个班级`}
              title={`${subject.name}：安排到多个班级`}
              onClick={() => onAssign(getColumnTarget(matrix, subject))}
            >
              {subject.name}
            </button>
          </th>
        ))}
        <th scope="col" className={styles['sum']}>
          周课时
        </th>
      </tr>
    </thead>
  )
}

/** A whole column: the classes without a teacher, or all of them when each has one. */
function getColumnTarget(matrix: TeachingMatrix, subject: TeachingMatrix['subjects'][number]): AssignmentTarget {
  const cells = indexCells(matrix)
  const all = matrix.cells.flatMap(({ classId, subjectId }) => (subjectId === subject.id ? classId : []))
  const without = all.filter((classId) => listTeachersAt(cells, { classId, subjectId: subject.id }).length === 0)
  return { subject, classIds: without.length > 0 ? without : all, current: [] }
}

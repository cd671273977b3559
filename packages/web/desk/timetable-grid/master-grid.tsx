import { memo, type KeyboardEvent } from 'react'
import {
  describeLesson,
  groupByCell,
  listPeriods,
  toCellKey,
  toShortName,
  type GridDay,
  type GridLesson,
  type GridPeriod,
} from './grid-types.ts'
import { toShortTitle } from './short-title.ts'
import { getSubjectClass } from './subject-colour.ts'
import { moveStop, useGridFocus } from './use-grid-focus.ts'
import styles from './master-grid.module.css'

/** A class, a teacher or a room with its week. */
export interface MasterRow {
  id: string
  name: string
  lessons: readonly GridLesson[]
}

export interface MasterCell {
  rowId: string
  weekday: number
  periodId: string
}

interface Props {
  label: string
  /** The head of the first column: 班级, 教师, 教室. */
  rowTitle: string
  days: readonly GridDay[]
  periods: readonly GridPeriod[]
  rows: readonly MasterRow[]
  subjects?: readonly string[]
  onOpen?: (cell: MasterCell) => void
}

/**
 * The week of a grade on one sheet: 36 classes with 40 periods are 1,440 cells, so a cell is one element without
 * handlers of its own, and a move of the focus renders two rows.
 */
export function MasterGrid({ label, rowTitle, days, periods, rows, subjects, onOpen }: Props) {
  const columns = listColumns(days, periods)
  const sizes = { rows: rows.length, columns: columns.length, countParts: () => 1 }
  const { element, stop, go, setStop } = useGridFocus<HTMLTableElement>(sizes)
  const open = (row: number, column: number) => {
    const [rowAt, position] = [rows[row], columns[column]]
    if (rowAt && position) onOpen?.({ rowId: rowAt.id, weekday: position.day.weekday, periodId: position.period.id })
  }
  const press = (event: KeyboardEvent) => {
    const next = moveStop(stop, event, sizes)
    if (next) go(next)
    else if (event.key === ' ' || event.key === 'Enter') open(stop.row, stop.column)
    else return
    event.preventDefault()
  }
  const inGrid = (target: EventTarget, run: (row: number, column: number) => void) => {
    const cell = (target as Element).closest<HTMLElement>('[data-stop]')
    if (cell) run(Number(cell.dataset['row']), Number(cell.dataset['column']))
  }
  if (rows.length === 0) return <p className={styles['none']}>还没有可显示的课表</p>
  return (
    <div className={styles['frame']}>
      <table
        ref={element}
        className={styles['table']}
        // A table with cells that can be chosen has the role grid.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 2}
        tabIndex={-1}
        onKeyDown={press}
        onClick={({ target }) => inGrid(target, open)}
        onFocus={({ target }) => inGrid(target, (row, column) => setStop({ row, column, part: 0 }))}
      >
        <thead>
          <tr>
            <th className={styles['corner']} scope="col" rowSpan={2}>
              {rowTitle}
            </th>
            {days.map(({ weekday, label: dayLabel, isToday, remark }) => (
              <th
                key={weekday}
                className={styles['day']}
                scope="colgroup"
                colSpan={columns.length / days.length}
                data-today={isToday ? '' : undefined}
              >
                {dayLabel}
                {remark && <span> {remark}</span>}
              </th>
            ))}
          </tr>
          <tr>
            {columns.map(({ day, period, isFirst }) => (
              <th
                key={toCellKey({ weekday: day.weekday, periodId: period.id })}
                className={styles['period']}
                scope="col"
                title={`${day.label} ${period.name} ${period.begins}–${period.ends}`}
                data-first={isFirst ? '' : undefined}
              >
                {toShortName(period.name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <Row
              key={row.id}
              row={row}
              at={at}
              days={days}
              periods={periods}
              subjects={subjects}
              stop={stop.row === at ? stop.column : undefined}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface Column {
  day: GridDay
  period: GridPeriod
  isFirst: boolean
}

const listColumns = (days: readonly GridDay[], periods: readonly GridPeriod[]): readonly Column[] =>
  days.flatMap((day) => listPeriods(periods).map((period, at) => ({ day, period, isFirst: at === 0 })))

/** Two lessons of odd and even weeks have one character each. */
const getCellText = (lessons: readonly GridLesson[]) =>
  lessons.map((lesson) => (lessons.length > 1 ? toShortTitle(lesson).slice(0, 1) : toShortTitle(lesson))).join('/')

interface RowProps extends Pick<Props, 'days' | 'periods'> {
  row: MasterRow
  at: number
  subjects: readonly string[] | undefined
  /** The column of the tab stop, if it is in this row. */
  stop: number | undefined
}

const Row = memo(function Row({ row, at, days, periods, subjects, stop }: RowProps) {
  const cells = groupByCell(row.lessons)
  return (
    <tr>
      <th className={styles['name']} scope="row" title={row.name}>
        {row.name}
      </th>
      {listColumns(days, periods).map(({ day, period, isFirst }, column) => {
        const key = toCellKey({ weekday: day.weekday, periodId: period.id })
        const lessons = cells.get(key)
        const [first] = lessons ?? []
        return (
          <td
            key={key}
            className={first ? `${styles['cell']} ${getSubjectClass(first.subjectId, subjects)}` : styles['cell']}
            title={`${row.name} ${day.label}${period.name}：${lessons?.map(describeLesson).join('；') ?? '空'}`}
            tabIndex={stop === column ? 0 : -1}
            data-stop=""
            data-row={at}
            data-column={column}
            data-first={isFirst ? '' : undefined}
            data-tone={first?.tone}
          >
            {lessons && getCellText(lessons)}
          </td>
        )
      })}
    </tr>
  )
})

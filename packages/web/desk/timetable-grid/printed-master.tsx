import {
  groupByCell,
  listPeriods,
  toCellKey,
  toShortName,
  type GridDay,
  type GridLesson,
  type GridPeriod,
} from './grid-types.ts'
import type { MasterRow } from './master-grid.tsx'
import { toShortPerson, toShortTitle } from './short-title.ts'
import styles from './printed-master.module.css'

interface Props {
  title: string
  facts: string
  rowTitle: string
  days: readonly GridDay[]
  periods: readonly GridPeriod[]
  rows: readonly MasterRow[]
  foot: string
}

/** Schools of this size fill the sheet with larger letters. */
const mostOfSmall = { rows: 22, columns: 32 }

/**
 * 总课表 on A3: up to 36 rows with 45 periods on one sheet, with letters of at least 7 points. Periods in which nobody has
 * a lesson take no room.
 */
export function PrintedMaster({ title, facts, rowTitle, days, periods, rows, foot }: Props) {
  const used = new Set(rows.flatMap(({ lessons }) => lessons.map(({ periodId }) => periodId)))
  const columns = listPeriods(periods).filter(({ id }) => used.size === 0 || used.has(id))
  const isSmall = rows.length <= mostOfSmall.rows && columns.length * days.length <= mostOfSmall.columns
  return (
    <section className={styles['sheet']} data-small={isSmall ? '' : undefined}>
      <header className={styles['head']}>
        <h1>{title}</h1>
        <p>{facts}</p>
      </header>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th className={styles['corner']} scope="col" rowSpan={2}>
              {rowTitle}
            </th>
            {days.map(({ weekday, label }) => (
              <th key={weekday} className={styles['day']} scope="colgroup" colSpan={columns.length}>
                {label}
              </th>
            ))}
          </tr>
          <tr>
            {days.flatMap(({ weekday }) =>
              columns.map(({ id, name }, at) => (
                <th key={`${weekday} ${id}`} scope="col" data-first={at === 0 ? '' : undefined}>
                  {toShortName(name)}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, lessons }) => {
            const cells = groupByCell(lessons)
            return (
              <tr key={id}>
                <th scope="row">{name}</th>
                {days.flatMap(({ weekday }) =>
                  columns.map((period, at) => (
                    <td key={`${weekday} ${period.id}`} data-first={at === 0 ? '' : undefined}>
                      <Cell lessons={cells.get(toCellKey({ weekday, periodId: period.id })) ?? []} />
                    </td>
                  )),
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className={styles['foot']}>{foot}</p>
    </section>
  )
}

/** Two lessons of odd and even weeks have one line each, without their teachers: there is no room for more. */
function Cell({ lessons }: { lessons: readonly GridLesson[] }) {
  const [first, ...others] = lessons
  if (!first) return null
  if (others.length === 0) {
    return (
      <>
        <b className={styles['title']}>{toShortTitle(first)}</b>
        <span className={styles['person']}>{toShortPerson(first.detail)}</span>
      </>
    )
  }
  return lessons.slice(0, 2).map((lesson) => (
    <span key={lesson.id} className={styles['person']}>
      {lesson.weekNote?.slice(0, 1)}
      {toShortTitle(lesson)}
    </span>
  ))
}

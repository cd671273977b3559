import {
  groupByCell,
  listPeriods,
  toCellKey,
  toShortName,
  type GridDay,
  type GridLesson,
  type GridPeriod,
} from './grid-types.ts'
import styles from './printed-timetable.module.css'

interface Props {
  /** 七(3)班课表 */
  title: string
  /** The school, the week, the class teacher. */
  facts: string
  days: readonly GridDay[]
  periods: readonly GridPeriod[]
  lessons: readonly GridLesson[]
  /** When it was published. */
  foot: string
  /** `card` is the teacher's week for the pocket. */
  size?: 'sheet' | 'card'
}

/** The week of a class, a teacher or a room on one A4 sheet: paper colours, sizes in points. */
export function PrintedTimetable({ title, facts, days, periods, lessons, foot, size = 'sheet' }: Props) {
  const cells = groupByCell(lessons)
  const isCard = size === 'card'
  return (
    <section className={styles['sheet']} data-size={size}>
      <header className={styles['head']}>
        <h1>{title}</h1>
        <p>{facts}</p>
      </header>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">节次</th>
            {days.map(({ weekday, label, remark }) => (
              <th key={weekday} scope="col">
                {label}
                {remark && <span> {remark}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(isCard ? listPeriods(periods) : periods).map((period) =>
            period.isBreak ? (
              <tr key={period.id} className={styles['break']}>
                <th colSpan={days.length + 1} scope="row">
                  {period.name} {period.begins} – {period.ends}
                </th>
              </tr>
            ) : (
              <tr key={period.id}>
                <th scope="row">
                  <b>{toShortName(period.name)}</b>
                  <span>{period.begins}</span>
                </th>
                {days.map(({ weekday }) => (
                  <Cell key={weekday} lessons={cells.get(toCellKey({ weekday, periodId: period.id })) ?? []} />
                ))}
              </tr>
            ),
          )}
        </tbody>
      </table>
      <p className={styles['foot']}>{foot}</p>
    </section>
  )
}

const Cell = ({ lessons }: { lessons: readonly GridLesson[] }) => (
  <td data-shared={lessons.length > 1 ? '' : undefined}>
    {lessons.map(({ id, title, detail, place, weekNote, tone, note }) => (
      <p key={id} className={styles['lesson']} data-tone={tone}>
        <b>
          {title}
          {weekNote && `（${weekNote}）`}
        </b>
        <span>{[detail, place, note].filter(Boolean).join(' ')}</span>
      </p>
    ))}
  </td>
)

/** 口袋课表: the week of a teacher on a card of 148 × 105 mm. */
export const PocketCard = (props: Omit<Props, 'size'>) => <PrintedTimetable {...props} size="card" />

import { addDays } from '#packages/core'
import spoken from '#packages/web/desk/visually-hidden.module.css'
import type { PupilDay } from '#engines/attendance/contract.ts'
import type { StudentTerm } from '../../contract.ts'
import { describeMark, markLetters } from './mark-text.ts'
import { formatShortDay } from './shown-day.ts'
import { countWeekdays, listTermWeeks, markOfDay } from './term-days.ts'
import marks from './mark-cell.module.css'
import styles from './term-map.module.css'

const weekdays = ['一', '二', '三', '四', '五', '六', '日']

interface Props {
  of: StudentTerm
  /** Weeks are rows, on phones and with large text; otherwise columns. */
  isTall: boolean
}

/** The days of a term: each with its worst mark. */
export function TermMap({ of: { name, days, from, to }, isTall }: Props) {
  const weeks = listTermWeeks(days, from, to)
  const shown = weekdays.slice(0, countWeekdays(days))
  const last = days.at(-1)?.day ?? from
  const label = `${name}本学期每天的考勤`
  return (
    // A long term is scrolled with the keys too.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles['frame']} role="region" aria-label={label} tabIndex={0}>
      <table className={styles['map']} aria-label={label}>
        {isTall ? (
          <>
            <thead>
              <tr>
                <th scope="col">周次</th>
                {shown.map((weekday) => (
                  <th key={weekday} scope="col">
                    {weekday}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeks.map((week, at) => (
                <tr key={week.monday}>
                  <th scope="row">{`${at + 1}　${formatShortDay(week.monday)}`}</th>
                  {shown.map((weekday, dayAt) => (
                    <Day key={weekday} of={week.days[dayAt]} isAhead={addDays(week.monday, dayAt) > last} />
                  ))}
                </tr>
              ))}
            </tbody>
          </>
        ) : (
          <>
            <thead>
              <tr>
                <th scope="col">周次</th>
                {weeks.map(({ monday }, at) => (
                  <th
                    key={monday}
                    scope="col"
                    title={`${formatShortDay(monday)} 至 ${formatShortDay(addDays(monday, 6))}`}
                  >
                    {at + 1}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((weekday, dayAt) => (
                <tr key={weekday}>
                  <th scope="row">周{weekday}</th>
                  {weeks.map((week) => (
                    <Day key={week.monday} of={week.days[dayAt]} isAhead={addDays(week.monday, dayAt) > last} />
                  ))}
                </tr>
              ))}
            </tbody>
          </>
        )}
      </table>
    </div>
  )
}

/** The days ahead are empty: nothing is known about them yet. */
function Day({ of, isAhead }: { of: PupilDay | undefined; isAhead: boolean }) {
  if (isAhead) {
    return (
      <td>
        <span className={spoken['only']}>还没有到</span>
      </td>
    )
  }
  const status = of && markOfDay(of)
  if (!of || !status) {
    return (
      <td className={styles['free']}>
        <span className={spoken['only']}>没有课</span>
      </td>
    )
  }
  const text = [
    formatShortDay(of.day),
    ...of.lessons
      .filter((lesson) => lesson.status !== 'present')
      .map((lesson) => `${lesson.periodName} ${describeMark(lesson)}`),
  ]
  return (
    <td title={text.join('\n')}>
      <span className={marks['mark']} data-status={status} aria-hidden="true">
        {markLetters[status]}
      </span>
      <span className={spoken['only']}>{text.length > 1 ? text.join(' ') : `${text[0]} 出勤`}</span>
    </td>
  )
}

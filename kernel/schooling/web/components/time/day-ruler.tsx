import { periodKinds, type PeriodScheme } from '../../../contract.ts'
import { formatClock, toMinutes } from './period-times.ts'
import styles from './day-ruler.module.css'

/** Pixels per minute. */
const pixels = 1.2

/** The periods of a day on a vertical scale. */
export function DayRuler({ periods }: { periods: PeriodScheme['periods'] }) {
  const begin = Math.floor(Math.min(...periods.map(({ begins }) => toMinutes(begins))) / 60) * 60
  const end = Math.ceil(Math.max(...periods.map(({ ends }) => toMinutes(ends))) / 60) * 60
  const hours = Array.from({ length: (end - begin) / 60 + 1 }, (_, at) => begin + at * 60)
  const at = (minutes: number) => (minutes - begin) * pixels
  return (
    <ol className={styles['ruler']} style={{ height: at(end) }}>
      {hours.map((hour) => (
        <li key={hour} className={styles['hour']} style={{ top: at(hour) }} aria-hidden="true">
          {formatClock(hour)}
        </li>
      ))}
      {periods.map(({ id, name, begins, ends, kind }) => {
        const from = toMinutes(begins)
        const height = (toMinutes(ends) - from) * pixels
        return (
          <li
            key={id}
            className={styles['period']}
            data-kind={kind}
            data-short={height < 22 ? '' : undefined}
            style={{ top: at(from), height }}
            title={`${name} ${begins}–${ends} ${periodKinds[kind]}`}
          >
            <span className={styles['name']}>{name}</span>
            <span className={styles['clock']}>
              {begins}–{ends}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

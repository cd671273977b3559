import { betweenDays, daysIn, type Days } from '#packages/web/core/format/date-range.ts'
import { DayFilter } from './late-day-filter.tsx'
import styles from './filter-line.module.css'

interface Props {
  label: string
  value: string
  isPhone: boolean
  onChoose: (value: string | undefined) => void
}

/** The two days of a range that is none of the shortcuts; either may be left open. */
export function RangeDays({ label, value, isPhone, onChoose }: Props) {
  const days = daysIn(value)
  const change = (part: 'from' | 'to', day: string | undefined) => {
    const { [part]: _, ...rest } = days
    const next: Days = day === undefined ? rest : { ...rest, [part]: day }
    onChoose(next.from || next.to ? betweenDays(next) : undefined)
  }
  return (
    <span className={styles['range']}>
      <DayFilter label={`${label}起`} value={days.from} isPhone={isPhone} onChoose={(day) => change('from', day)} />
      <span aria-hidden>至</span>
      <DayFilter label={`${label}止`} value={days.to} isPhone={isPhone} onChoose={(day) => change('to', day)} />
    </span>
  )
}

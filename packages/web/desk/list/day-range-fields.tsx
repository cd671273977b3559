import { formatDateRange, parseDateRange, type DateRange } from '#packages/web/core/format/date-range.ts'
import { LazyDayFilter } from './lazy-day-filter.tsx'
import styles from './filter-line.module.css'

interface Props {
  label: string
  value: string
  isPhone: boolean
  onChoose: (value: string | undefined) => void
}

/** The two days of a custom range; either may be empty. */
export function DayRangeFields({ label, value, isPhone, onChoose }: Props) {
  const days = parseDateRange(value)
  const change = (part: 'from' | 'to', day: string | undefined) => {
    const { [part]: _, ...rest } = days
    const next: DateRange = day === undefined ? rest : { ...rest, [part]: day }
    onChoose(next.from || next.to ? formatDateRange(next) : undefined)
  }
  return (
    <span className={styles['range']}>
      <LazyDayFilter label={`${label}起`} value={days.from} isPhone={isPhone} onChoose={(day) => change('from', day)} />
      <span aria-hidden>至</span>
      <LazyDayFilter label={`${label}止`} value={days.to} isPhone={isPhone} onChoose={(day) => change('to', day)} />
    </span>
  )
}

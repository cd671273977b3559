import { useEffect, useState } from 'react'
import { formatClock } from '#packages/web/core/format/time.ts'
import styles from './period-strip.module.css'

interface Period {
  name: string
  begins: string
  ends: string
}

const minute = 60_000

/** The time in China, updated every minute. */
function useClock(): string {
  const [clock, setClock] = useState(() => formatClock(new Date()))
  useEffect(() => {
    const timer = setInterval(() => setClock(formatClock(new Date())), minute)
    return () => clearInterval(timer)
  }, [])
  return clock
}

/** The current or the next period. */
function describePeriod(periods: readonly Period[], clock: string): string {
  const now = periods.find(({ begins, ends }) => begins <= clock && clock < ends)
  if (now) return `正在${now.name}，${now.ends} 结束`
  const next = periods.find(({ begins }) => begins > clock)
  return next ? `下一节 ${next.name} ${next.begins}` : '今天的课已结束'
}

/** The periods of a day: past ones grey, the current one marked; a day off is named. */
export function PeriodStrip({ kind, periods }: { kind: string; periods: readonly Period[] }) {
  const clock = useClock()
  if (periods.length === 0) return <p className={styles['words']}>今天{kind}</p>
  const next = periods.find(({ ends }) => ends > clock)
  return (
    <div>
      <p className={styles['words']}>
        今天 {periods.length} 节，{describePeriod(periods, clock)}
      </p>
      <ol className={styles['strip']} aria-hidden>
        {periods.map((period) => (
          <li
            key={period.begins}
            className={period.ends <= clock ? styles['over'] : period === next ? styles['next'] : ''}
            title={`${period.name} ${period.begins}–${period.ends}`}
          />
        ))}
      </ol>
    </div>
  )
}

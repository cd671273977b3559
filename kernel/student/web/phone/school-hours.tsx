import { Card } from '#packages/web/light/card.tsx'
import { useOrderedLoading } from '#packages/web/light/ordered-loading.tsx'
import type { SchoolDay } from '../../contract.ts'
import { formatDay, findCurrentPeriod, getPeriodTitle } from './day-periods.ts'
import { useMinute } from './use-minute.ts'
import { useMyClasses } from './use-my-classes.ts'
import styles from './school-hours.module.css'

/** The school hours of today. Hidden if loading fails. */
export default function SchoolHours() {
  const { answer } = useMyClasses()
  useOrderedLoading(!answer)
  return answer && answer !== 'failed' ? <Hours today={answer.today} /> : null
}

/** Highlights the current or next period. */
function Hours({ today }: { today: SchoolDay }) {
  const now = useMinute()
  const { periods, kind, name, week } = today
  if (periods.length === 0 && !name) return null
  const at = periods.length > 0 ? findCurrentPeriod(periods, now) : undefined
  const marked = at?.now ?? at?.next
  return (
    <Card title="今天" aside={[formatDay(today.day), week ? `第 ${week} 周` : ''].filter(Boolean).join('，')}>
      <p className={styles['now']}>
        <strong>{getPeriodTitle(periods, at) || name || kind}</strong>
        {at?.now && <span>{`${at.now.begins}–${at.now.ends}`}</span>}
        {at?.next && <span>{`下一节 ${at.next.name} ${at.next.begins}`}</span>}
      </p>
      {periods.length > 0 && (
        <ul className={styles['hours']}>
          {periods.map((period) => (
            <li
              key={period.name + period.begins}
              className={styles['hour']}
              data-past={isPast(periods, marked, period) ? '' : undefined}
              aria-current={period === marked ? 'time' : undefined}
            >
              <span>{period.begins}</span>
              <strong>{period.name}</strong>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

type Period = SchoolDay['periods'][number]
const isPast = (periods: readonly Period[], marked: Period | undefined, period: Period) =>
  !marked || periods.indexOf(period) < periods.indexOf(marked)

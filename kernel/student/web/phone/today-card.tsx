import { Card } from '#packages/web/light/card.tsx'
import { formatClock } from '#packages/web/core/format/time.ts'
import { useOrderedLoading } from '#packages/web/light/ordered-loading.tsx'
import { InlineLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import type { FamilyHome } from '../../contract.ts'
import { formatDay, findCurrentPeriod, getPeriodTitle } from './day-periods.ts'
import { useHome } from './use-home.ts'
import { useMinute } from './use-minute.ts'
import styles from './today-card.module.css'

/** The kind of school day and the current period, whether the child is there, and the weather. */
export default function TodayCard() {
  const { home, retry } = useHome()
  const now = useMinute()
  useOrderedLoading(!home)
  if (!home) return <Skeleton />
  if (home === 'failed')
    return (
      <Card title="今天">
        <InlineLoadError onRetry={retry} />
      </Card>
    )
  const { today, cardTail } = home
  return (
    <Card
      title="今天"
      aside={[formatDay(today.day), today.week ? `第 ${today.week} 周` : ''].filter(Boolean).join('，')}
    >
      <Day today={today} now={now} />
      <News home={home} now={now} />
      {(today.termName || cardTail) && (
        <dl className={styles['facts']}>
          {today.termName && (
            <div>
              <dt>学期</dt>
              <dd>{today.termName}</dd>
            </div>
          )}
          {cardTail && (
            <div>
              <dt>校园卡</dt>
              <dd>{cardTail}</dd>
            </div>
          )}
        </dl>
      )}
    </Card>
  )
}

function Day({ today, now }: { today: FamilyHome['today']; now: Date }) {
  const { kind, name, periods } = today
  const isLearning = kind === '上课' || kind === '调休上课'
  const current = isLearning ? findCurrentPeriod(periods, now) : undefined
  if (!isLearning)
    return (
      <p className={styles['block']}>
        <strong>{name || kind}</strong>
        <span>{kind === '放假' ? '今天没有课，好好休息' : kind}</span>
      </p>
    )
  return (
    <p className={styles['block']}>
      <strong>{getPeriodTitle(periods, current) || kind}</strong>
      {current?.now && (
        <span>
          {current.now.begins}–{current.now.ends}
        </span>
      )}
      {current?.next && (
        <span>
          下一节 {current.next.name} {current.next.begins}
        </span>
      )}
      {name && <span>{name}</span>}
    </p>
  )
}

const unavailable = '暂时无法获取'

/** What other modules know about this day. A part that could not be read says so; the rest stands. */
function News({ home, now }: { home: FamilyHome; now: Date }) {
  const { weather, missing } = home
  const attendance = missing.includes('attendance') ? unavailable : findAttendanceText(home, now)
  const sky = weather && `${weather.text}${weather.asOf ? `（${formatClock(weather.asOf)}）` : ''}`
  const known = missing.includes('weather') ? unavailable : sky
  if (!attendance && !known) return null
  return (
    <ul className={styles['news']}>
      {attendance && (
        <li>
          <span className={styles['topic']}>考勤</span>
          {attendance}
        </li>
      )}
      {known && (
        <li>
          <span className={styles['topic']}>天气</span>
          {known}
        </li>
      )}
      {weather?.warning && <li role="note">{weather.warning}</li>}
    </ul>
  )
}

/** Nobody is expected before the first period, or on a day without lessons. */
function findAttendanceText({ attendance, today }: FamilyHome, now: Date): string {
  if (!attendance) return ''
  const [first] = today.periods
  const hasBegun = first !== undefined && findCurrentPeriod([first], now).next === undefined
  return attendance.state === 'unknown' && !hasBegun ? '' : attendance.text
}

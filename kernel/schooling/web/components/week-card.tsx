import { getWeekday } from '#packages/core'
import { Card } from '#packages/web/desk/board/card.tsx'
import { PeriodStrip } from '#packages/web/desk/board/period-strip.tsx'
import { SkeletonBar } from '#packages/web/desk/skeleton.tsx'
import { dayKinds, type CalendarDay, type Week } from '../../contract.ts'
import { currentWeekQuery } from '../time-queries.ts'
import styles from './week-card.module.css'

const letters = ['一', '二', '三', '四', '五', '六', '日']

/** The current week with its special days, and the progress of today's periods. */
export default function WeekCard() {
  return (
    <Card
      reading={currentWeekQuery}
      meta={({ number }) => (number === null ? '假期' : `第 ${number} 周`)}
      skeleton={<Skeleton />}
      readAloudText={(data) =>
        [data.number === null ? '假期中' : `第 ${data.number} 周`, ...listEvents(data)].join('，')
      }
    >
      {(data) => (
        <>
          <ol className={styles['days']}>
            {data.days.map((day) => (
              <Day key={day.day} day={day} isToday={day.day === data.today} />
            ))}
          </ol>
          <ul className={styles['events']}>
            {listEvents(data).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <div className={styles['hours']}>
            <PeriodStrip kind={getDayLabel(data.days.find(({ day }) => day === data.today)!)} periods={data.periods} />
          </div>
        </>
      )}
    </Card>
  )
}

const getDayLabel = ({ name, kind }: CalendarDay) => name || dayKinds[kind]
const isNormalDay = ({ day, kind, name }: CalendarDay) =>
  name === '' && (kind === 'class' ? getWeekday(day) <= 5 : kind === 'rest')

const mostEvents = 3

/** 周四 家长会; then the next holiday. A week without either is labelled as a normal week. */
function listEvents({ days, next }: Week): string[] {
  const special = days
    .filter((day) => !isNormalDay(day))
    .map((day) => `周${letters[getWeekday(day.day) - 1]} ${getDayLabel(day)}`)
  const coming = next ? [`${next.inDays} 天后 ${next.name}`] : []
  const events = [...special, ...coming].slice(0, mostEvents)
  return events.length > 0 ? events : ['本周没有特别安排']
}

function Day({ day, isToday }: { day: CalendarDay; isToday: boolean }) {
  const isOff = day.kind === 'rest' || day.kind === 'closed'
  return (
    <li
      className={`${styles['day']} ${isOff ? styles['off'] : ''} ${isNormalDay(day) ? '' : styles['special']}`}
      aria-current={isToday ? 'date' : undefined}
      title={getDayLabel(day)}
    >
      <span className={styles['letter']}>{letters[getWeekday(day.day) - 1]}</span>
      <span className={styles['date']}>{Number(day.day.slice(8))}</span>
    </li>
  )
}

const Skeleton = () => (
  <>
    <ol className={styles['days']}>
      {letters.map((letter) => (
        <li key={letter} className={styles['day']}>
          <span className={styles['letter']}>{letter}</span>
          <span className={styles['date']} />
        </li>
      ))}
    </ol>
    <ul className={styles['events']}>
      <li>
        <SkeletonBar width="70%" />
      </li>
    </ul>
  </>
)

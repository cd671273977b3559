import { useState } from 'react'
import { LessonStrip, type StripLesson } from './lesson-strip.tsx'
import styles from './phone-week.module.css'

export interface PhoneDay {
  weekday: number
  /** 周一 */
  label: string
  /** 11-16 */
  date: string
  isToday?: boolean
  /** What is unusual: 按周五上课, 国庆节. */
  remark?: string
  lessons: readonly StripLesson[]
}

/** A week on a phone: the days in a line, and the lessons of the chosen one. It opens with today. */
export function PhoneWeek({ label, days }: { label: string; days: readonly PhoneDay[] }) {
  const [chosen, setChosen] = useState<number>()
  const today = days.find(({ isToday }) => isToday) ?? days[0]
  const day = days.find(({ weekday }) => weekday === chosen) ?? today
  if (!day) return null
  const { label: name, date, remark, lessons } = day
  return (
    <section className={styles['week']} aria-label={label}>
      <div className={styles['days']}>
        {days.map(({ weekday, label: dayLabel, date: dayDate, isToday }) => (
          <button
            key={weekday}
            type="button"
            className={styles['day']}
            aria-pressed={weekday === day.weekday}
            onClick={() => setChosen(weekday)}
          >
            <b>{dayLabel}</b> <span>{isToday ? '今天' : dayDate}</span>
          </button>
        ))}
      </div>
      {remark && lessons.length > 0 && <p className={styles['remark']}>{remark}</p>}
      <LessonStrip label={`${name} ${date}`} lessons={lessons} {...(remark && { emptyNote: remark })} />
    </section>
  )
}

import { Card } from '#packages/web/light/card.tsx'
import { LessonStrip } from '#packages/web/light/lesson-strip.tsx'
import type { WeekView } from '../../contract.ts'
import { listLessonsOn, toStripLesson, type Reader } from '../week-lessons.ts'
import { useClock } from './use-clock.ts'
import styles from './today-lessons.module.css'

interface Props {
  week: WeekView
  reader: Reader
  /** The page of the week. */
  href: string
}

/** The lessons of today, and the way to the week. A week without any lesson is not shown. */
export function TodayLessons({ week, reader, href }: Props) {
  const { today, clock } = useClock()
  if (week.lessons.length === 0) return null
  const lessons = listLessonsOn(week, today)
  const remark = week.days.find(({ day }) => day === today)?.remark
  return (
    <Card title="今日课程" aside={<a href={href}>一周课表</a>} isFlush={lessons.length > 0}>
      {lessons.length === 0 ? (
        <p className={styles['none']}>{remark ? `${remark}，今天没有课` : '今天没有课'}</p>
      ) : (
        <LessonStrip label="今日课程" lessons={lessons.map((lesson) => toStripLesson(lesson, reader, clock))} />
      )}
    </Card>
  )
}

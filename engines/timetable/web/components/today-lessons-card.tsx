import { useState } from 'react'
import { labelOf } from '#packages/contract'
import { formatClock, formatDate } from '#packages/web/core/format/time.ts'
import { formatToday } from '#packages/web/core/format/today.ts'
import { Card } from '#packages/web/desk/board/card.tsx'
import { SkeletonBar } from '#packages/web/desk/skeleton.tsx'
import { lessonStatuses, type DayLesson } from '../../contract.ts'
import { createOwnWeekQuery } from '../board-queries.ts'
import { describeWho, findNextLesson, findShownDay, nameLesson } from '../week-lessons.ts'
import styles from './today-lessons-card.module.css'

/** 今日课程: the lessons of the user; the one that is going on or comes next is emphasised. On a day off the next ones. */
export default function TodayLessonsCard() {
  const [now] = useState(() => new Date())
  const today = formatDate(now)
  return (
    <Card
      reading={createOwnWeekQuery()}
      count={(week) => findShownDay(week, today).lessons.length}
      meta={({ weekNo }) => weekNo !== null && `第 ${weekNo} 周`}
      emptyState={(week) => {
        const { lessons } = findShownDay(week, today)
        if (lessons.length > 0) return undefined
        return { kind: 'line', text: week.nextDay ? `${describeNextDay(week.nextDay)} 没有课` : '今天没有课' }
      }}
      skeleton={<SkeletonBar width="70%" />}
      readAloudText={(week) =>
        [
          ...(week.nextDay ? [describeNextDay(week.nextDay)] : []),
          ...findShownDay(week, today).lessons.map((lesson) => `${lesson.periodName}，${describe(lesson)}`),
        ].join('。')
      }
    >
      {(week, readAt) => (
        <>
          {week.nextDay && <p className={styles['nextDay']}>{describeNextDay(week.nextDay)}</p>}
          <Lessons lessons={findShownDay(week, today).lessons} clock={week.nextDay ? undefined : formatClock(readAt)} />
        </>
      )}
    </Card>
  )
}

/** 下一个上课日 11月23日 周一 */
const describeNextDay = ({ day }: { day: string }) => `下一个上课日 ${formatToday(new Date(`${day}T00:00:00`))}`

const describe = (lesson: DayLesson) =>
  [describeWho(lesson, 'teacher'), nameLesson(lesson, 'teacher'), lesson.roomName].filter(Boolean).join(' ')

function Lessons({ lessons, clock }: { lessons: readonly DayLesson[]; clock: string | undefined }) {
  const next = clock === undefined ? undefined : findNextLesson(lessons, clock)
  return (
    <ol className={styles['lessons']}>
      {lessons.map((lesson) => {
        const { id, periodName, begins, ends, roomName, status, remark } = lesson
        return (
          <li
            key={id}
            className={styles['lesson']}
            data-status={status}
            aria-current={lesson === next ? 'time' : undefined}
            title={`${begins}–${ends}`}
          >
            <span className={styles['time']}>
              {periodName} {begins}
            </span>
            <strong>{`${describeWho(lesson, 'teacher')} ${nameLesson(lesson, 'teacher')}`}</strong>
            <span className={styles['place']}>
              {[roomName, status !== 'planned' && labelOf(lessonStatuses, status), remark].filter(Boolean).join('，')}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

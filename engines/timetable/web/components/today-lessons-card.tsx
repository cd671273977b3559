import { useState } from 'react'
import { labelOf } from '#packages/contract'
import { formatClock, formatDate } from '#packages/web/core/format/time.ts'
import { Card } from '#packages/web/desk/board/card.tsx'
import { SkeletonBar } from '#packages/web/desk/skeleton.tsx'
import { lessonStatuses, type DayLesson } from '../../contract.ts'
import { createOwnWeekQuery } from '../board-queries.ts'
import { describeWho, findNextLesson, listLessonsOn, nameLesson } from '../week-lessons.ts'
import styles from './today-lessons-card.module.css'

/** 今日课程: the lessons of the user; the one that is going on or comes next is emphasised. */
export default function TodayLessonsCard() {
  const [now] = useState(() => new Date())
  const today = formatDate(now)
  return (
    <Card
      reading={createOwnWeekQuery()}
      count={(week) => listLessonsOn(week, today).length}
      meta={({ weekNo }) => weekNo !== null && `第 ${weekNo} 周`}
      emptyState={(week) =>
        listLessonsOn(week, today).length === 0 ? { kind: 'line', text: '今天没有课' } : undefined
      }
      skeleton={<SkeletonBar width="70%" />}
      readAloudText={(week) =>
        listLessonsOn(week, today)
          .map((lesson) => `${lesson.periodName}，${describe(lesson)}`)
          .join('。')
      }
    >
      {(week, readAt) => <Lessons lessons={listLessonsOn(week, today)} clock={formatClock(readAt)} />}
    </Card>
  )
}

const describe = (lesson: DayLesson) =>
  [describeWho(lesson, 'teacher'), nameLesson(lesson, 'teacher'), lesson.roomName].filter(Boolean).join(' ')

function Lessons({ lessons, clock }: { lessons: readonly DayLesson[]; clock: string }) {
  const next = findNextLesson(lessons, clock)
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

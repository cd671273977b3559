import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Fragment, useEffect, useEffectEvent, useState, type CSSProperties } from 'react'
import { addDays, getMonday, getWeekday, listDays } from '#packages/core'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { PeriodBar } from '#packages/web/desk/period-bar.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { getSubjectClass } from '#packages/web/desk/timetable-grid/subject-colour.ts'
import { useToday } from '#packages/web/desk/use-today.ts'
import type { CoverLesson } from '../../contract.ts'
import { isArrangeable } from '../lesson-states.ts'
import { myLessonsQuery } from '../cover-queries.ts'
import { describeState, formatDay } from '../cover-text.ts'
import styles from './lesson-picker.module.css'

interface Props {
  value: readonly CoverLesson[]
  onChange: (lessons: readonly CoverLesson[]) => void
}

/** The own week: lessons are chosen by a click each, also of several weeks. */
export function LessonPicker({ value, onChange }: Props) {
  const today = useToday()
  const [monday, setMonday] = useState(() => getMonday(value[0]?.day ?? today))
  const query = useQuery({ ...myLessonsQuery(monday, addDays(monday, 6)), placeholderData: keepPreviousData })
  const { data } = query
  // What was chosen some time ago may have begun or been changed.
  const tidy = useEffectEvent(() => {
    if (!data) return
    const fresh = value.flatMap((one) => {
      if (one.day < monday || one.day > addDays(monday, 6)) return one.day < today ? [] : one
      return data.find((lesson) => lesson.lessonId === one.lessonId && isArrangeable(lesson)) ?? []
    })
    const isSame = fresh.length === value.length && fresh.every((one, at) => one.seenAt === value[at]?.seenAt)
    if (!isSame) onChange(fresh)
  })
  useEffect(() => tidy(), [data])
  const isChosen = ({ lessonId }: CoverLesson) => value.some((one) => one.lessonId === lessonId)
  const toggle = (lesson: CoverLesson) =>
    onChange(
      isChosen(lesson)
        ? value.filter(({ lessonId }) => lessonId !== lesson.lessonId)
        : [...value, lesson].sort((one, other) => (one.day + one.begins).localeCompare(other.day + other.begins)),
    )
  return (
    <div className={styles['picker']}>
      <div className={styles['tools']}>
        <PeriodBar
          name="周"
          label={`${monday.slice(5)} 至 ${addDays(monday, 6).slice(5)}`}
          onPrevious={monday > getMonday(today) ? () => setMonday(addDays(monday, -7)) : undefined}
          onNext={() => setMonday(addDays(monday, 7))}
        />
        <span role="status">{value.length > 0 ? `已选 ${value.length} 节` : '点课程选择，可以选多节'}</span>
      </div>
      <QueryState query={query}>
        {(lessons) =>
          lessons.length === 0 ? (
            <PageState status="empty" of="class" title="这一周没有您的课" text="换一周看看。" />
          ) : (
            <Week lessons={lessons} monday={monday} today={today} isChosen={isChosen} onToggle={toggle} />
          )
        }
      </QueryState>
    </div>
  )
}

interface WeekProps {
  lessons: readonly CoverLesson[]
  monday: string
  today: string
  isChosen: (lesson: CoverLesson) => boolean
  onToggle: (lesson: CoverLesson) => void
}

function Week({ lessons, monday, today, isChosen, onToggle }: WeekProps) {
  const days = listDays(monday, addDays(monday, 6)).filter(
    (day) => getWeekday(day) <= 5 || lessons.some((lesson) => lesson.day === day),
  )
  const periods = [...new Map(lessons.map((lesson) => [lesson.periodId, lesson])).values()].sort((one, other) =>
    one.begins.localeCompare(other.begins),
  )
  return (
    <div className={styles['frame']}>
      <div className={styles['grid']} style={{ '--days': days.length } as CSSProperties}>
        <span className={styles['head']} />
        {days.map((day) => (
          <span key={day} className={styles['head']} data-today={day === today ? '' : undefined}>
            {formatDay(day)}
          </span>
        ))}
        {periods.map((period) => (
          <Fragment key={period.periodId}>
            <span className={styles['period']}>
              {period.periodName}
              <small>{period.begins}</small>
            </span>
            {days.map((day) => (
              <span key={day} className={styles['cell']}>
                {lessons
                  .filter((lesson) => lesson.day === day && lesson.periodId === period.periodId)
                  .map((lesson) => (
                    <button
                      key={lesson.lessonId}
                      type="button"
                      className={`${styles['lesson']} ${getSubjectClass(lesson.subjectId)}`}
                      aria-pressed={isChosen(lesson)}
                      aria-label={`${formatDay(day)} ${lesson.periodName} ${lesson.groupName} ${lesson.subjectName}`}
                      disabled={!isArrangeable(lesson)}
                      onClick={() => onToggle(lesson)}
                    >
                      <b>{lesson.groupName}</b>
                      <span>{lesson.state === 'free' ? lesson.subjectName : describeState(lesson)}</span>
                    </button>
                  ))}
              </span>
            ))}
          </Fragment>
        ))}
      </div>
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { addDays } from '#packages/core'
import { labelOf } from '#packages/contract'
import { formatWeekday } from '#packages/web/core/format/time.ts'
import { ActionLine } from '#packages/web/desk/action-line.tsx'
import { Button } from '#packages/web/desk/button.tsx'
import { usePageSearch, useSetParams } from '#packages/web/desk/page-search.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { PeriodBar } from '#packages/web/desk/period-bar.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { useToday } from '#packages/web/desk/use-today.ts'
import { sessionStatuses, type RollLesson } from '#engines/attendance/contract.ts'
import { LessonList } from '../desk/lesson-list.tsx'
import { RollPanel } from '../desk/roll-panel.tsx'
import { currentRollQuery, lessonsQuery, rollQuery } from '../roll-queries.ts'
import { nameLesson } from '../roll/roll-marks.ts'
import styles from './roll.module.css'

const toOption = (lesson: RollLesson) => ({
  value: lesson.lessonId,
  label: `${lesson.periodName} ${lesson.begins} ${nameLesson(lesson)}（${labelOf(sessionStatuses, lesson.status)}）`,
})

/** 点名: the roll of the lesson that goes on, or of another own lesson. */
export default function RollPage() {
  const { search } = usePageSearch()
  const setParams = useSetParams()
  const today = useToday()
  const shown = search.get('date') ?? ''
  const lessonId = search.get('lesson') ?? ''
  const day = /^\d{4}-\d\d-\d\d$/.test(shown) ? shown : today
  const current = useQuery({ ...currentRollQuery(), enabled: lessonId === '' && day === today })
  const chosen = useQuery({ ...rollQuery(lessonId), enabled: lessonId !== '' })
  const dayLessons = useQuery(lessonsQuery(day))
  const { data: lessons = [], error: lessonsError } = dayLessons
  const { data, error, refetch } = lessonId === '' ? current : chosen
  const roll = lessonId === '' && day !== today ? null : data
  const go = (next: string) => setParams({ date: next === today ? null : next, lesson: null })
  const openId = roll?.lesson.lessonId ?? lessonId
  return (
    <div className={styles['page']}>
      <ActionLine>
        <PeriodBar
          name="日期"
          label={formatWeekday(day)}
          onPrevious={() => go(addDays(day, -1))}
          onNext={() => go(addDays(day, 1))}
        />
        <Button disabled={day === today && lessonId === ''} onClick={() => setParams({ date: null, lesson: null })}>
          现在
        </Button>
        <PlainSelect
          label="课节"
          placeholder={lessons.length > 0 ? '选择课节' : lessonsError ? '没有加载成功' : '没有课'}
          value={lessons.some((lesson) => lesson.lessonId === openId) ? openId : ''}
          options={lessons.map(toOption)}
          onChange={(value) => setParams({ lesson: value })}
        />
      </ActionLine>
      {roll === undefined ? (
        <div className={styles['card']}>
          {error ? (
            <PageState status="failed" error={error} onRetry={() => void refetch()} />
          ) : (
            <PageState status="loading" />
          )}
        </div>
      ) : roll ? (
        <RollPanel key={roll.lesson.lessonId} roll={roll} />
      ) : (
        <section className={styles['card']} aria-label="课节">
          <QueryState query={dayLessons}>
            {(known) => (
              <DayLessons lessons={known} isToday={day === today} onChoose={(lesson) => setParams({ lesson })} />
            )}
          </QueryState>
        </section>
      )}
    </div>
  )
}

interface DayLessonsProps {
  lessons: readonly RollLesson[]
  isToday: boolean
  onChoose: (lessonId: string) => void
}

function DayLessons({ lessons, isToday, onChoose }: DayLessonsProps) {
  if (lessons.length === 0)
    return (
      <PageState
        status="empty"
        of="class"
        title={isToday ? '今天没有你的课' : '这一天没有你的课'}
        text="有课的日子，要点名的课列在这里。"
      />
    )
  return (
    <>
      <h2>{isToday ? '当前没有你的课，可选择其他课节' : '选择课节'}</h2>
      <LessonList lessons={lessons} onChoose={onChoose} />
    </>
  )
}

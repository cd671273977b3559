import { call } from '#packages/web/core/call.ts'
import { labelOf } from '#packages/contract'
import { EmptyState, InlineLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import { Tag } from '#packages/web/light/tag.tsx'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import { sessionStatuses, type SessionStatus } from '#engines/attendance/contract.ts'
import { rollCallApi } from '../../contract.ts'
import { nameLesson } from '../roll/roll-marks.ts'
import styles from './roll.module.css'

const tags = {
  none: 'draft',
  open: 'underway',
  submitted: 'passed',
  locked: 'passed',
  missed: 'refused',
} as const satisfies Record<SessionStatus, string>

interface Props {
  chosenId?: string | undefined
  onChoose: (lessonId: string) => void
}

/** The own lessons of today with the state of their rolls. */
export function LessonList({ chosenId, onChoose }: Props) {
  const { answer, again } = useLoaded('lessons', () => call(rollCallApi.lessons, { query: {} }))
  if (answer === 'failed') return <InlineLoadError onRetry={again} />
  if (!answer) return <Skeleton />
  if (answer.length === 0) return <EmptyState title="今天没有课">今天没有需要点名的课节</EmptyState>
  return (
    <ul className={styles['lessons']}>
      {answer.map((lesson) => (
        <li key={lesson.lessonId}>
          <button
            type="button"
            aria-current={lesson.lessonId === chosenId || undefined}
            onClick={() => onChoose(lesson.lessonId)}
          >
            <span className={styles['time']}>
              {lesson.periodName}
              <small>
                {lesson.begins}–{lesson.ends}
              </small>
            </span>
            <span className={styles['lesson']}>
              <b>{nameLesson(lesson)}</b>
              {lesson.obstacle && <small>{lesson.obstacle}</small>}
            </span>
            <Tag state={tags[lesson.status]}>{labelOf(sessionStatuses, lesson.status)}</Tag>
          </button>
        </li>
      ))}
    </ul>
  )
}

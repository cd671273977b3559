import { createStatusLook } from '#packages/web/desk/status-look.ts'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import { sessionStatuses, type RollLesson } from '#engines/attendance/contract.ts'
import { nameLesson } from '../roll/roll-marks.ts'
import styles from './lesson-list.module.css'

const getLook = createStatusLook(sessionStatuses)

interface Props {
  lessons: readonly RollLesson[]
  onChoose: (lessonId: string) => void
}

/** The own lessons of a day, where none of them is open: each opens its roll. */
export const LessonList = ({ lessons, onChoose }: Props) => (
  <ul className={styles['list']} aria-label="可以点名的课">
    {lessons.map((lesson) => {
      const { tone, icon, label } = getLook(lesson.status)
      return (
        <li key={lesson.lessonId}>
          <button type="button" onClick={() => onChoose(lesson.lessonId)}>
            <span className={styles['time']}>
              {lesson.periodName} {lesson.begins}–{lesson.ends}
            </span>
            <b>{nameLesson(lesson)}</b>
            <span className={styles['second']}>{lesson.obstacle || describeCounts(lesson)}</span>
            <span className={styles['state']}>
              <StatusTag tone={tone} icon={icon} quiet={lesson.status !== 'missed'}>
                {label}
              </StatusTag>
            </span>
          </button>
        </li>
      )
    })}
  </ul>
)

const describeCounts = ({ expected, absent }: RollLesson) =>
  expected === null ? '' : absent ? `应到 ${expected}，缺席 ${absent}` : `${expected} 人全部到齐`

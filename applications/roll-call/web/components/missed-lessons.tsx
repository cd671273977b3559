import { formatWeekday } from '#packages/web/core/format/time.ts'
import type { MissedLesson } from '../../contract.ts'
import styles from './statistics-content.module.css'

/** Lessons that ended without a roll, below the names of their teachers: those with the most first. */
export function MissedLessons({ of }: { of: readonly MissedLesson[] }) {
  if (of.length === 0) return <p className={styles['none']}>没有漏点的课</p>
  const byTeacher = new Map<string, MissedLesson[]>()
  for (const lesson of of) {
    const teacher = lesson.teacherNames || '没有任课教师'
    byTeacher.set(teacher, [...(byTeacher.get(teacher) ?? []), lesson])
  }
  const sorted = [...byTeacher].sort(([, one], [, other]) => other.length - one.length)
  return (
    <ul className={styles['missed']}>
      {sorted.map(([teacher, lessons]) => (
        <li key={teacher}>
          <details>
            <summary>
              <b>{teacher}</b> {lessons.length} 节
            </summary>
            <ul>
              {lessons.map(({ lessonId, day, periodName, groupName, subjectName }) => (
                <li key={lessonId}>{`${formatWeekday(day)} ${periodName} ${groupName} ${subjectName}`}</li>
              ))}
            </ul>
          </details>
        </li>
      ))}
    </ul>
  )
}

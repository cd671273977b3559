import spoken from '#packages/web/desk/visually-hidden.module.css'
import type { ClassDay } from '../../contract.ts'
import type { AmendedMark } from './amend-dialog.tsx'
import { isAmendable, isOpen, nameLesson, nameShort, sortPupils, toAmendedMark } from './day-rows.ts'
import { describeMark, markLetters } from './mark-text.ts'
import { PupilLink } from './pupil-link.tsx'
import marks from './mark-cell.module.css'
import styles from './day-list.module.css'

interface Props {
  of: ClassDay
  onAmend: ((mark: AmendedMark) => void) | undefined
}

/** The same as the grid, where it has no room: the lessons of each pupil below the name. */
export const DayList = ({ of: { className, day, lessons, pupils }, onAmend }: Props) => (
  <ul className={styles['list']} aria-label={`${className} ${day} 考勤`}>
    {sortPupils(pupils).map((pupil) => (
      <li key={pupil.studentId} data-open={isOpen(pupil) || undefined}>
        <p className={styles['name']}>
          <PupilLink id={pupil.studentId} name={pupil.name} />
          <span>{pupil.seenAt ? `${pupil.seenAt} 进校` : ''}</span>
        </p>
        <ul className={styles['marks']}>
          {lessons.map((lesson, at) => {
            const mark = pupil.marks[at]
            if (!mark) return null
            const canAmend = onAmend !== undefined && isAmendable(lesson)
            return (
              <li key={lesson.lessonId}>
                <button
                  type="button"
                  aria-disabled={!canAmend}
                  onClick={() => canAmend && onAmend(toAmendedMark(day, lesson, pupil, mark))}
                >
                  <span className={spoken['only']}>{`${pupil.name} ${nameLesson(lesson)} ${describeMark(mark)}`}</span>
                  <span className={styles['period']} aria-hidden="true">
                    {nameShort(lesson)}
                  </span>
                  <span className={marks['mark']} data-status={mark.status} aria-hidden="true">
                    {markLetters[mark.status]}
                  </span>
                </button>
              </li>
            )
          })}
        </ul>
      </li>
    ))}
  </ul>
)

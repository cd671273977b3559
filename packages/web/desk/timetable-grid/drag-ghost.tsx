import type { LessonFacts, Verdict } from './grid-types.ts'
import { getSubjectClass } from './subject-colour.ts'
import { VerdictMark } from './verdict-mark.tsx'
import styles from './edit-area.module.css'

interface Props {
  lesson: LessonFacts
  subjects: readonly string[] | undefined
  /** Of the cell below it. */
  verdict: Verdict | undefined
  at: { x: number; y: number }
}

/** The lesson at the pointer while it is dragged, with what would happen if it were dropped now. */
export const DragGhost = ({ lesson, subjects, verdict, at }: Props) => (
  <div
    className={`${styles['ghost']} ${getSubjectClass(lesson.subjectId, subjects)}`}
    style={{ transform: `translate(${at.x + 8}px, ${at.y + 8}px) rotate(-1.5deg)` }}
    aria-hidden
  >
    <p className={styles['ghostTitle']}>
      <b>{lesson.title}</b>
      <span>{lesson.detail}</span>
    </p>
    <p className={styles['ghostText']} data-state={verdict?.state}>
      {verdict ? <VerdictMark verdict={verdict} /> : '拖到要放的位置'}
    </p>
  </div>
)

import { EmptyState } from './state-notice.tsx'
import { Tag } from './tag.tsx'
import styles from './lesson-strip.module.css'

/** What is unusual about a lesson today. */
export type LessonState = 'substituted' | 'moved' | 'merged' | 'madeUp' | 'changed' | 'cancelled' | 'selfStudy'

export interface StripLesson {
  id: string
  /** 第1节 */
  period: string
  begins: string
  ends: string
  title: string
  /** The teacher in the week of a class, the class in that of a teacher. */
  detail: string
  place: string
  /** 单 or 双, where it is not in every week. */
  weekNote?: string
  state?: LessonState
  /** Who, from where, until when: 李文静代课. */
  note?: string
  /** It is going on. */
  isNow?: boolean
}

const states = {
  substituted: { label: '代课', tag: 'unusual' },
  moved: { label: '调课', tag: 'underway' },
  merged: { label: '合班', tag: 'underway' },
  madeUp: { label: '补课', tag: 'underway' },
  changed: { label: '变动', tag: 'underway' },
  cancelled: { label: '停课', tag: 'refused' },
  selfStudy: { label: '自习', tag: 'draft' },
} as const

interface Props {
  /** Of which day, for screen readers. */
  label: string
  lessons: readonly StripLesson[]
  /** Why there is nothing: 国庆节, 周末. */
  emptyNote?: string
}

/** The lessons of a day below one another. */
export function LessonStrip({ label, lessons, emptyNote = '这一天没有课' }: Props) {
  if (lessons.length === 0) return <EmptyState title="没有课">{emptyNote}</EmptyState>
  return (
    <ol className={styles['list']} aria-label={label}>
      {lessons.map((lesson) => (
        <Lesson key={lesson.id} lesson={lesson} />
      ))}
    </ol>
  )
}

function Lesson({ lesson: { period, begins, ends, title, detail, place, weekNote, state, note, isNow } }: LessonProps) {
  return (
    <li className={styles['lesson']} data-state={state} aria-current={isNow ? 'time' : undefined}>
      <div className={styles['time']}>
        <b>{period}</b>
        <span>
          {begins}–{ends}
        </span>
      </div>
      <div className={styles['words']}>
        <p className={styles['title']}>
          <b>{title}</b>
          {weekNote && <span>{weekNote}周</span>}
          {state && states[state].label !== title && <Tag state={states[state].tag}>{states[state].label}</Tag>}
          {isNow && <span className={styles['now']}>正在上课</span>}
        </p>
        <p className={styles['facts']}>
          {[detail, place].filter(Boolean).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
        {note && note !== (state && states[state].label) && <p className={styles['facts']}>{note}</p>}
      </div>
    </li>
  )
}

interface LessonProps {
  lesson: StripLesson
}

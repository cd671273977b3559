import { useEffect, useRef, type CSSProperties, type KeyboardEvent } from 'react'
import { toShortName } from '../timetable-grid/grid-types.ts'
import visuallyHidden from '../visually-hidden.module.css'
import { countOpen, findNextLesson, type BoardColumn, type BoardLesson, type BoardPeriod } from './board-types.ts'
import { LessonState } from './lesson-state.tsx'
import styles from './day-strip.module.css'

interface Props {
  label: string
  columns: readonly BoardColumn[]
  periods: readonly BoardPeriod[]
  chosenId: string | undefined
  /** The lesson below what is dragged. */
  targetId: string | undefined
  onChoose: (lessonId: string) => void
}

/** The periods of a day with the lessons of everybody who is missing. The arrow keys move between the lessons. */
export function DayStrip({ label, columns, periods, chosenId, targetId, onChoose }: Props) {
  const grid = useRef<HTMLDivElement>(null)
  const first = columns[0]?.lessons[0]?.id
  const stop = chosenId ?? first
  const isMoved = useRef(false)
  useEffect(() => {
    if (!isMoved.current) return
    isMoved.current = false
    const cell = grid.current?.querySelector<HTMLElement>('[data-lesson][tabindex="0"]')
    cell?.focus({ preventScroll: true })
    cell?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [chosenId])
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !event.key.startsWith('Arrow')) return
    event.preventDefault()
    const next = stop && findNextLesson(columns, periods, stop, event.key)
    if (!next) return
    isMoved.current = true
    onChoose(next)
  }
  return (
    <div className={styles['frame']}>
      <div
        ref={grid}
        className={styles['grid']}
        style={{ '--columns': columns.length } as CSSProperties}
        role="grid"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={press}
      >
        <div className={styles['row']} role="row">
          <span className={styles['corner']} role="columnheader">
            <span className={visuallyHidden['only']}>节次</span>
          </span>
          {columns.map((column) => (
            <Head key={column.id} column={column} />
          ))}
        </div>
        {periods.map((period) => (
          <div key={period.id} className={styles['row']} role="row">
            <span className={styles['period']} role="rowheader" aria-label={`${period.name} ${period.begins}`}>
              <b>{toShortName(period.name)}</b>
              <span>{period.begins}</span>
            </span>
            {columns.map(({ id, name, lessons }) => (
              <div key={id} className={styles['cell']} role="gridcell">
                {lessons
                  .filter(({ periodId }) => periodId === period.id)
                  .map((lesson) => (
                    <Lesson
                      key={lesson.id}
                      lesson={lesson}
                      where={`${name} ${period.name}`}
                      isChosen={lesson.id === chosenId}
                      isStop={lesson.id === stop}
                      isTarget={lesson.id === targetId}
                      onChoose={onChoose}
                    />
                  ))}
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

function Head({ column }: { column: BoardColumn }) {
  const open = countOpen(column)
  return (
    <span className={styles['person']} role="columnheader">
      <b>{column.name}</b>
      <span data-open={open > 0 ? '' : undefined}>{open > 0 ? `${open} 节待安排` : `${column.lessons.length} 节`}</span>
    </span>
  )
}

interface LessonProps {
  lesson: BoardLesson
  where: string
  isChosen: boolean
  isStop: boolean
  isTarget: boolean
  onChoose: (lessonId: string) => void
}

const Lesson = ({ lesson, where, isChosen, isStop, isTarget, onChoose }: LessonProps) => (
  <button
    type="button"
    className={styles['lesson']}
    data-lesson={lesson.id}
    data-state={lesson.draft === undefined ? lesson.state : 'draft'}
    data-target={isTarget ? '' : undefined}
    tabIndex={isStop ? 0 : -1}
    aria-pressed={isChosen}
    aria-label={`${where} ${lesson.title} ${lesson.detail} ${lesson.draft ? `${lesson.draft} 拟安排` : lesson.text}`}
    onClick={() => onChoose(lesson.id)}
  >
    <span className={styles['title']}>
      <b>{lesson.title}</b> {lesson.detail}
    </span>
    <LessonState lesson={lesson} />
  </button>
)

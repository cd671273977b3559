import { countOpen, type BoardColumn, type BoardPeriod } from './board-types.ts'
import { LessonState } from './lesson-state.tsx'
import styles from './person-list.module.css'

interface Props {
  label: string
  columns: readonly BoardColumn[]
  periods: readonly BoardPeriod[]
  chosenId: string | undefined
  onChoose: (lessonId: string) => void
}

/** Who is missing, each with the lessons of the day: the only view of the day on a phone. */
export const PersonList = ({ label, columns, periods, chosenId, onChoose }: Props) => (
  <section className={styles['list']} aria-label={label}>
    {columns.map((column) => {
      const open = countOpen(column)
      return (
        <section key={column.id} aria-label={column.name}>
          <h2 className={styles['name']}>
            {column.name}
            <small data-open={open > 0 ? '' : undefined}>
              {open > 0 ? `${open} 节待安排` : `${column.lessons.length} 节`}
            </small>
          </h2>
          <ul>
            {column.lessons.map((lesson) => (
              <li key={lesson.id}>
                <button
                  type="button"
                  className={styles['lesson']}
                  data-lesson={lesson.id}
                  aria-pressed={lesson.id === chosenId}
                  onClick={() => onChoose(lesson.id)}
                >
                  <span className={styles['period']}>
                    {periods.find(({ id }) => id === lesson.periodId)?.name ?? ''}
                  </span>
                  <span className={styles['title']}>
                    {lesson.title} {lesson.detail}
                  </span>
                  <LessonState lesson={lesson} />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )
    })}
  </section>
)

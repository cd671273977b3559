import { useMemo, type KeyboardEvent } from 'react'
import { labelOf } from '#packages/contract'
import { createStatusLook } from '#packages/web/desk/status-look.ts'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import { moveStop, useGridFocus } from '#packages/web/desk/timetable-grid/use-grid-focus.ts'
import spoken from '#packages/web/desk/visually-hidden.module.css'
import { sessionStatuses } from '#engines/attendance/contract.ts'
import type { ClassDay } from '../../contract.ts'
import type { AmendedMark } from './amend-dialog.tsx'
import { isAmendable, isOpen, nameLesson, sortPupils, toAmendedMark, type DayLesson } from './day-rows.ts'
import { apartLetter, describeMark, markLetters } from './mark-text.ts'
import { PupilLink } from './pupil-link.tsx'
import marks from './mark-cell.module.css'
import styles from './day-grid.module.css'

const getLook = createStatusLook(sessionStatuses)

interface Props {
  of: ClassDay
  /** Undefined for readers who may change nothing. */
  onAmend: ((mark: AmendedMark) => void) | undefined
}

/** A day of a class: pupils against lessons. The arrow keys move between the cells, Enter opens one. */
export function DayGrid({ of: { className, day, lessons, pupils }, onAmend }: Props) {
  const rows = useMemo(() => sortPupils(pupils), [pupils])
  const sizes = { rows: rows.length, columns: lessons.length, countParts: () => 1 }
  const { element, stop, go, setStop } = useGridFocus<HTMLTableElement>(sizes)
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey || !(event.target as Element).matches('[data-stop]')) return
    const next = moveStop(stop, event, sizes)
    if (!next) return
    go(next)
    event.preventDefault()
  }
  return (
    <div className={styles['frame']}>
      <table
        ref={element}
        className={styles['grid']}
        // A table with the keys of a grid: its cells have the focus.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        aria-label={`${className} ${day} 考勤`}
        onKeyDown={press}
      >
        <thead>
          <tr>
            <th scope="col">学生</th>
            {lessons.map((lesson) => (
              <LessonHead key={lesson.lessonId} of={lesson} />
            ))}
            <th scope="col">进校</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((pupil, row) => (
            <tr key={pupil.studentId} data-open={isOpen(pupil) || undefined}>
              <th scope="row">
                <span className={styles['seat']}>{pupil.seatNo}</span>
                <PupilLink id={pupil.studentId} name={pupil.name} />
              </th>
              {lessons.map((lesson, column) => {
                const mark = pupil.marks[column] ?? null
                const canAmend = onAmend !== undefined && mark !== null && isAmendable(lesson)
                const text = mark ? describeMark(mark) : '不上这节课'
                return (
                  <td key={lesson.lessonId}>
                    <MarkButton
                      name={`${pupil.name} ${nameLesson(lesson)} ${text}`}
                      text={text}
                      of={mark}
                      isStop={stop.row === row && stop.column === column}
                      onFocus={() => setStop({ row, column, part: 0 })}
                      onPress={canAmend ? () => onAmend(toAmendedMark(day, lesson, pupil, mark)) : undefined}
                    />
                  </td>
                )
              })}
              <td className={styles['seen']}>{pupil.seenAt ?? '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface MarkButtonProps {
  /** Whose mark, of which lesson. */
  name: string
  text: string
  of: ClassDay['pupils'][number]['marks'][number]
  isStop: boolean
  onFocus: () => void
  /** Undefined where the mark cannot be changed. */
  onPress: (() => void) | undefined
}

const MarkButton = ({ name, text, of: mark, isStop, onFocus, onPress }: MarkButtonProps) => (
  <button
    type="button"
    data-stop=""
    className={styles['cell']}
    tabIndex={isStop ? 0 : -1}
    aria-disabled={!onPress}
    title={onPress ? `${text}，点击修改` : text}
    onFocus={onFocus}
    onClick={onPress}
  >
    <span className={spoken['only']}>{name}</span>
    <span className={marks['mark']} data-status={mark?.status} aria-hidden="true">
      {mark ? markLetters[mark.status] : apartLetter}
      {mark?.minutes ? <sub>{mark.minutes}</sub> : null}
    </span>
  </button>
)

function LessonHead({ of: lesson }: { of: DayLesson }) {
  const { tone, icon } = getLook(lesson.status)
  return (
    <th scope="col" title={`${lesson.begins} ${lesson.groupName} ${lesson.teacherNames}`}>
      <span className={styles['period']}>{lesson.periodName}</span>
      <span className={styles['subject']}>{lesson.subjectName}</span>
      {isAmendable(lesson) ? null : (
        <StatusTag tone={tone} icon={icon} quiet={lesson.status === 'none'}>
          {labelOf(sessionStatuses, lesson.status)}
        </StatusTag>
      )}
    </th>
  )
}

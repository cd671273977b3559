import type { CSSProperties, KeyboardEvent } from 'react'
import { areLetterKeysOn } from '../letter-keys.ts'
import visuallyHidden from '../visually-hidden.module.css'
import { useEditArea } from './edit-area.tsx'
import { GridCell } from './grid-cell.tsx'
import { GridFoot } from './grid-foot.tsx'
import {
  getSourceKey,
  groupByCell,
  listPeriods,
  toCellKey,
  toShortName,
  type GridDay,
  type GridLesson,
  type GridPeriod,
  type LessonFacts,
} from './grid-types.ts'
import { moveStop, useGridFocus, type GridStop } from './use-grid-focus.ts'
import styles from './timetable-grid.module.css'

export interface TimetableGridProps {
  /** Whose timetable it is: 七(3)班课表. */
  label: string
  days: readonly GridDay[]
  periods: readonly GridPeriod[]
  lessons: readonly GridLesson[]
  /** The subjects in the order of the school: neighbours get different colours. */
  subjects?: readonly string[]
  /** Inside an edit area too, for example the timetable of another class beside the edited one. */
  isReadOnly?: boolean
}

/**
 * A week: days are columns, periods are rows. Inside an `EditArea` lessons can be picked up and placed, with keys
 * (arrows, Space, S, Escape, L), clicks or by dragging; while one is held each cell says whether it may lie there.
 */
export function TimetableGrid({ label, days, periods, lessons, subjects, isReadOnly = false }: TimetableGridProps) {
  const area = useEditArea()
  const edit = isReadOnly ? null : area
  const cells = groupByCell(lessons)
  const rows = listPeriods(periods)
  const positionOf = ({ row, column }: GridStop) => ({
    weekday: days[column]?.weekday ?? 0,
    periodId: rows[row]?.id ?? '',
  })
  const lessonsAt = (stop: GridStop) => cells.get(toCellKey(positionOf(stop))) ?? []
  const sizes = {
    rows: rows.length,
    columns: days.length,
    countParts: (row: number, column: number) =>
      edit?.held ? 1 : Math.max(lessonsAt({ row, column, part: 0 }).length, 1),
  }
  const { element, stop: focused, go, setStop } = useGridFocus<HTMLDivElement>(sizes)
  const source = getSourceKey(edit?.held)

  const act = (stop: GridStop) => {
    if (!edit) return
    if (edit.held) return edit.place(positionOf(stop))
    const lesson = lessonsAt(stop)[stop.part]
    if (lesson?.isLocked) edit.refuse('已锁定，解锁后才能移动')
    else if (lesson) edit.actions.onPick(lesson.id)
    // The cell becomes one stop while its lesson is held.
    if (lesson && stop.part > 0) go({ ...stop, part: 0 })
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (!edit || event.altKey || event.metaKey) return
    // The button of the lock has its own keys.
    if (!(event.target as Element).matches('[data-stop]')) return
    const next = moveStop(focused, event, sizes)
    const key = event.key.toLowerCase()
    const isLetter = !event.ctrlKey && areLetterKeysOn()
    if (next) go(next)
    else if (key === ' ' || key === 'enter') act(focused)
    else if (key === 's' && isLetter && edit.held) swap()
    else if (key === 'l' && isLetter && !edit.held) toggleLock(lessonsAt(focused)[focused.part])
    else return
    event.preventDefault()
  }
  const swap = () => {
    if (!edit) return
    const position = positionOf(focused)
    const isEmpty = lessonsAt(focused).length === 0
    if (isEmpty) edit.refuse('这一节没有课，按空格键放入')
    else edit.place(position)
  }
  const toggleLock = (lesson: LessonFacts | undefined) => lesson && edit?.actions.onToggleLock?.(lesson.id)

  const stopKey = toCellKey(positionOf(focused))
  return (
    <div className={styles['block']}>
      <div className={styles['frame']}>
        <div
          ref={element}
          className={styles['grid']}
          style={{ '--days': days.length } as CSSProperties}
          {...(edit ? { role: 'grid', onKeyDown: press } : { role: 'table' })}
          aria-label={label}
          aria-busy={edit?.held && !edit.verdicts ? true : undefined}
          data-held={edit?.held ? '' : undefined}
        >
          <Head days={days} />
          {periods.map((period) => {
            if (period.isBreak) return <Break key={period.id} period={period} span={days.length + 1} />
            const at = rows.indexOf(period)
            return (
              <div key={period.id} className={styles['row']} role="row">
                <span className={styles['period']} role="rowheader" aria-label={`${period.name} ${period.begins}`}>
                  <b>{toShortName(period.name)}</b>
                  <span>{period.begins}</span>
                </span>
                {days.map((day, column) => {
                  const key = toCellKey({ weekday: day.weekday, periodId: period.id })
                  return (
                    <GridCell
                      key={day.weekday}
                      day={day}
                      period={period}
                      lessons={cells.get(key) ?? noLessons}
                      subjects={subjects}
                      edit={edit}
                      isSource={key === source}
                      focusedPart={focused.row === at && focused.column === column ? focused.part : undefined}
                      onFocus={(part) => setStop({ row: at, column, part })}
                      onClick={(part) => act({ row: at, column, part })}
                    />
                  )
                })}
              </div>
            )
          })}
        </div>
      </div>
      {lessons.length === 0 && <p className={styles['none']}>还没有排课</p>}
      {edit && <GridFoot edit={edit} />}
      {edit && (
        <p className={visuallyHidden['only']} role="status">
          {edit.held &&
            describeHeld(edit.held, stopKey === source, edit.verdicts && edit.verdicts.get(stopKey)?.detail)}
        </p>
      )}
    </div>
  )
}

const noLessons: readonly GridLesson[] = []

const describeHeld = ({ title }: LessonFacts, isSource: boolean, detail: string | undefined) =>
  isSource ? `已拿起${title}，Esc 放回` : (detail ?? '正在检查')

const Head = ({ days }: { days: readonly GridDay[] }) => (
  <div className={styles['row']} role="row">
    <span className={styles['corner']} role="columnheader">
      <span className={visuallyHidden['only']}>节次</span>
    </span>
    {days.map(({ weekday, label, note, isToday, remark }) => (
      <span key={weekday} className={styles['day']} role="columnheader" data-today={isToday ? '' : undefined}>
        <b>{label}</b>
        {note && <span>{note}</span>}
        {isToday && <em>今天</em>}
        {remark && (
          <span className={styles['remark']} title={remark}>
            {remark}
          </span>
        )}
      </span>
    ))}
  </div>
)

const Break = ({ period: { name, begins, ends }, span }: { period: GridPeriod; span: number }) => (
  <div className={styles['breakRow']} role="row">
    <span className={styles['break']} role="rowheader" aria-colspan={span}>
      {name} {begins} – {ends}
    </span>
  </div>
)

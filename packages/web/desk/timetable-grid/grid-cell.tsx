import visuallyHidden from '../visually-hidden.module.css'
import {
  canPlace,
  describeLesson,
  toCellKey,
  type GridDay,
  type GridLesson,
  type GridPeriod,
  type LessonEdit,
} from './grid-types.ts'
import { LockButton, SlotContent } from './slot-content.tsx'
import { getSubjectClass } from './subject-colour.ts'
import styles from './grid-cell.module.css'

interface Props {
  day: GridDay
  period: GridPeriod
  lessons: readonly GridLesson[]
  subjects: readonly string[] | undefined
  edit: LessonEdit | null
  isSource: boolean
  /** The part that has the tab stop, or undefined where it is in another cell. */
  focusedPart: number | undefined
  onFocus: (part: number) => void
  onClick: (part: number) => void
}

/**
 * One period of one day: empty, a lesson, or two that take turns every week. While a lesson is held they are one target.
 * The elements stay when a lesson is picked up, because the focus is in one of them.
 */
export function GridCell({ day, period, lessons, subjects, edit, isSource, focusedPart, onFocus, onClick }: Props) {
  const position = { weekday: day.weekday, periodId: period.id }
  const where = `${day.label} ${period.name}`
  const verdict = edit?.held && !isSource ? edit.verdicts?.get(toCellKey(position)) : undefined
  const cell = {
    className: styles['cell'],
    'data-cell': toCellKey(position),
    'data-weekday': day.weekday,
    'data-period': period.id,
    'data-state': isSource ? 'source' : verdict?.state,
  }
  const parts = edit?.held || lessons.length === 0 ? [lessons] : lessons.map((lesson) => [lesson])
  const toggle = edit?.held ? undefined : edit?.actions.onToggleLock
  return (
    <div {...cell} role={edit ? 'gridcell' : 'cell'}>
      {parts.map((inPart, part) => {
        const [first] = inPart
        const label = `${where}：${inPart.map(describeLesson).join('；') || '空课'}`
        const control = edit && {
          role: 'button',
          tabIndex: focusedPart === part ? 0 : -1,
          'data-stop': '',
          'data-lesson': edit.held ? (isSource ? edit.held.id : undefined) : first?.id,
          'data-locked': first?.isLocked && !edit.held ? '' : undefined,
          'aria-pressed': isSource || undefined,
          'aria-disabled': (verdict && !canPlace(verdict)) || undefined,
          onFocus: () => onFocus(part),
          onClick: () => onClick(part),
        }
        return (
          // eslint-disable-next-line react/no-array-index-key
          <div key={part} className={styles['part']}>
            <div
              className={first ? `${styles['slot']} ${getSubjectClass(first.subjectId, subjects)}` : styles['slot']}
              data-empty={first ? undefined : ''}
              data-tone={edit?.held ? undefined : first?.tone}
              title={verdict?.detail ?? label}
              {...control}
            >
              {/* The name of the cell is what it shows, after where it is. */}
              {edit && (
                <span className={visuallyHidden['only']}>
                  {where} {first ? '' : '空课'}
                </span>
              )}
              <SlotContent lessons={inPart} isSource={isSource} verdict={verdict} />
            </div>
            {first && toggle && <LockButton lesson={first} where={where} onToggle={() => toggle(first.id)} />}
          </div>
        )
      })}
    </div>
  )
}

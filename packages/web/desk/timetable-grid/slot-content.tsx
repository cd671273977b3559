import { LockOutlined, UnlockOutlined } from '@ant-design/icons'
import { Glyph } from '../glyph.tsx'
import type { GridLesson, Verdict } from './grid-types.ts'
import { VerdictMark } from './verdict-mark.tsx'
import styles from './grid-cell.module.css'

interface ContentProps {
  lessons: readonly GridLesson[]
  isSource: boolean
  verdict: Verdict | undefined
}

/** Title and place. While a lesson is held the second line is the verdict; without one the cell stays as it was. */
export function SlotContent({ lessons, isSource, verdict }: ContentProps) {
  const [first, ...others] = lessons
  return (
    <>
      {first && (
        <span className={styles['titleLine']}>
          <b>{lessons.map(({ title }) => title).join(' / ')}</b>
          {others.length === 0 && <span className={styles['detail']}>{first.detail}</span>}
        </span>
      )}
      <SecondLine lesson={first} isSource={isSource} verdict={verdict} />
    </>
  )
}

interface LineProps extends Pick<ContentProps, 'isSource' | 'verdict'> {
  lesson: GridLesson | undefined
}

function SecondLine({ lesson, isSource, verdict }: LineProps) {
  if (isSource) return <span className={styles['line']}>已拿起，Esc 放回</span>
  // The pale colour is enough for a lesson of the same kind, so that its room stays readable.
  if (verdict && (verdict.state !== 'same' || !lesson)) {
    return (
      <span className={styles['line']}>
        <VerdictMark verdict={verdict} />
      </span>
    )
  }
  if (!lesson) return null
  const { isLocked, weekNote, note, place } = lesson
  return (
    <span className={styles['line']}>
      {isLocked && <Glyph of={LockOutlined} />}
      {weekNote && <span className={styles['week']}>{weekNote}</span>}
      {note && <span className={styles['note']}>{note}</span>}
      {place}
    </span>
  )
}

interface LockProps {
  lesson: GridLesson
  where: string
  onToggle: () => void
}

/** For the mouse; the key is L. */
export function LockButton({ lesson: { title, isLocked }, where, onToggle }: LockProps) {
  const action = isLocked ? '解锁' : '锁定'
  return (
    <button
      type="button"
      className={styles['lock']}
      data-lock=""
      tabIndex={-1}
      aria-label={`${action}${where}${title}`}
      title={`${action}（L）`}
      onClick={onToggle}
    >
      <Glyph of={isLocked ? UnlockOutlined : LockOutlined} />
    </button>
  )
}

import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { ErrorNote } from '../error-note.tsx'
import styles from './save-bar.module.css'

interface Props {
  /** How many changes are not saved; true where they are not counted. */
  changes: number | boolean
  isBusy: boolean
  saveLabel?: string
  /** The changes cannot be saved as they are. */
  isInvalid?: boolean
  /** Why saving was refused. */
  refusal?: string | undefined
  /** What saving would do. */
  impact?: ReactNode
  /** At the end of the line: who changed it last. */
  note?: ReactNode
  /** Undoes the last step. */
  onUndo?: (() => void) | undefined
  onSave: () => void
  onDiscard: () => void
}

/** Always visible at the foot of the page, so that nothing moves with the first change. */
export function SaveBar({ changes, isBusy, saveLabel = '保存', isInvalid = false, refusal, ...props }: Props) {
  const { impact, note, onUndo, onSave, onDiscard } = props
  const isDirty = changes !== 0 && changes !== false
  return (
    <footer className={styles['foot']}>
      <ErrorNote message={refusal} />
      <div className={styles['bar']}>
        <Button type="primary" disabled={!isDirty || isInvalid} loading={isBusy} onClick={onSave}>
          {saveLabel}
        </Button>
        <Button disabled={!isDirty || isBusy} onClick={onDiscard}>
          放弃改动
        </Button>
        {onUndo && (
          <Button type="text" title="Ctrl+Z" disabled={isBusy} onClick={onUndo}>
            撤销一步
          </Button>
        )}
        <span className={styles['state']} role="status">
          {isDirty && <span>{changes === true ? '改动未保存' : `${changes} 处改动未保存`}</span>}
          {impact}
        </span>
        {note && <span className={styles['note']}>{note}</span>}
      </div>
    </footer>
  )
}

import type { ReactNode } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import styles from './save-bar.module.css'

interface Props {
  count: number
  busy: boolean
  /** The affected schools. */
  impact?: ReactNode
  /** The author of the last change. */
  note: string
  onSave: () => void
  onDiscard: () => void
}

/** Always visible at the bottom of the card, so that the layout does not move with the first change. */
export const SaveBar = ({ count, busy, impact, note, onSave, onDiscard }: Props) => (
  <footer className={styles['bar']} data-dirty={count > 0 || undefined}>
    <Button type="primary" disabled={count === 0} loading={busy} onClick={onSave}>
      保存
    </Button>
    <Button disabled={count === 0 || busy} onClick={onDiscard}>
      放弃改动
    </Button>
    <span role="status" className={styles['state']}>
      {count > 0 && `${count} 处改动未保存`}
      {impact}
    </span>
    <span className={styles['note']}>{note}</span>
  </footer>
)

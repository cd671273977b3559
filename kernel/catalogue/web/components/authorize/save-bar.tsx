import type { ReactNode } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import styles from './save-bar.module.css'

interface Props {
  isDirty: boolean
  isBusy: boolean
  /** What saving would do, or why it cannot be said. */
  children: ReactNode
  onSave: () => void
  onDiscard: () => void
}

/** At the foot of the page: always there, so that nothing moves when the first thing is changed. */
export const SaveBar = ({ isDirty, isBusy, children, onSave, onDiscard }: Props) => (
  <footer className={styles['bar']}>
    <Button type="primary" disabled={!isDirty} loading={isBusy} onClick={onSave}>
      保存
    </Button>
    <Button disabled={!isDirty || isBusy} onClick={onDiscard}>
      放弃
    </Button>
    <span className={styles['words']} role="status">
      {children}
    </span>
  </footer>
)

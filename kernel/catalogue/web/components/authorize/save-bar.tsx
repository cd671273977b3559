import type { ReactNode } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import styles from './save-bar.module.css'

interface Props {
  isDirty: boolean
  isBusy: boolean
  /** The effect of saving, or why it is unknown. */
  children: ReactNode
  onSave: () => void
  onDiscard: () => void
}

/** Always visible at the bottom of the page, so that the layout does not move with the first change. */
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

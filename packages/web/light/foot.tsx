import type { ReactNode } from 'react'
import styles from './foot.module.css'

interface Props {
  /** On the left, narrow: the way back, or what takes something back. */
  before?: ReactNode
  /** A line above the buttons: a sum, or what went wrong. */
  above?: ReactNode
  /** The one main act of the page. */
  children: ReactNode
}

/** The lower edge of a task page: the way back on the left, the main act takes the rest. */
export function Foot({ before, above, children }: Props) {
  return (
    <footer className={styles['foot']}>
      {above}
      <div className={before ? styles['two'] : styles['one']}>
        {before}
        {children}
      </div>
    </footer>
  )
}

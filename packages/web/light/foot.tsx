import type { ReactNode } from 'react'
import styles from './foot.module.css'

interface Props {
  /** On the left, narrow: the back button, or a withdrawal. */
  before?: ReactNode
  /** A line above the buttons: a sum, or an error. */
  above?: ReactNode
  /** The one main action of the page. */
  children: ReactNode
}

/** The foot of a task page: the back button on the left, the main action takes the rest. */
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

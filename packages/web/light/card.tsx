import type { ReactNode } from 'react'
import styles from './card.module.css'

interface Props {
  title?: ReactNode
  /** Beside the title, at its right end. */
  aside?: ReactNode
  /** Rows inside have their own padding at the sides. */
  isFlush?: boolean
  children?: ReactNode
}

/** A white block with an optional title. */
export function Card({ title, aside, isFlush = false, children }: Props) {
  return (
    <section className={isFlush ? `${styles['card']} ${styles['flush']}` : styles['card']}>
      {title && (
        <div className={styles['head']}>
          <h2 className={styles['title']}>{title}</h2>
          {aside && <span className={styles['aside']}>{aside}</span>}
        </div>
      )}
      {children}
    </section>
  )
}

import type { ReactNode } from 'react'
import styles from './gallery.module.css'

/** One kind of part, with a line that says what is fixed about it. */
export function Group({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <section className={styles['group']}>
      <h2 className={styles['caption']}>{caption}</h2>
      {children}
    </section>
  )
}

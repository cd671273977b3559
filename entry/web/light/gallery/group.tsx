import type { ReactNode } from 'react'
import styles from './gallery.module.css'

/** One kind of component, with a line about its fixed properties. */
export function Group({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <section className={styles['group']}>
      <h2 className={styles['caption']}>{caption}</h2>
      {children}
    </section>
  )
}

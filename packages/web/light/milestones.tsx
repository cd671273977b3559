import type { ReactNode } from 'react'
import styles from './milestones.module.css'

export interface Milestone {
  title: string
  /** The time as text. */
  when: ReactNode
}

/** A sequence of milestones; the current one is filled. */
export function Milestones({ items, now }: { items: readonly Milestone[]; now: number }) {
  return (
    <ol className={styles['list']}>
      {items.map(({ title, when }, at) => (
        <li key={title} className={styles['item']} aria-current={at === now ? 'step' : undefined}>
          <span className={styles['title']}>{title}</span>
          <span className={styles['when']}>{when}</span>
        </li>
      ))}
    </ol>
  )
}

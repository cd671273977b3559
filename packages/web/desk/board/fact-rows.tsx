import type { ReactNode } from 'react'
import { SkeletonBar } from '../skeleton.tsx'
import styles from './fact-rows.module.css'

/** Labels and values; a dash for an empty value. */
export const FactRows = ({ facts }: { facts: readonly { label: string; value: ReactNode }[] }) => (
  <dl>
    {facts.map(({ label, value }) => (
      <div key={label} className={styles['row']}>
        <dt>{label}</dt>
        <dd>{value || '—'}</dd>
      </div>
    ))}
  </dl>
)

export const FactRowsSkeleton = ({ labels }: { labels: readonly string[] }) => (
  <div>
    {labels.map((label, at) => (
      <div key={label} className={styles['row']}>
        <span className={styles['label']}>{label}</span>
        <SkeletonBar width={`${30 + ((at * 17) % 30)}%`} />
      </div>
    ))}
  </div>
)

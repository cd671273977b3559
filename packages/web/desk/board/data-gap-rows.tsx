import { Link } from 'react-router'
import { formatNumber } from '#packages/web/core/format/number.ts'
import { SkeletonBar } from '../skeleton.tsx'
import styles from './data-gap-rows.module.css'

/** Missing data, and the link to complete it. */
export interface DataGap {
  id: string
  count: number
  /** The text after the number: 名学生未分班. */
  text: string
  actionLabel: string
  to: string
}

export const DataGapRows = ({ gaps }: { gaps: readonly DataGap[] }) => (
  <ul className={styles['rows']}>
    {gaps.map(({ id, count, text, actionLabel, to }) => (
      <li key={id} className={styles['row']}>
        <span className={styles['words']}>
          <b>{formatNumber(count)}</b> {text}
        </span>
        <Link to={to} aria-label={`${actionLabel}：${count} ${text}`}>
          {actionLabel}
        </Link>
      </li>
    ))}
  </ul>
)

export const DataGapRowsSkeleton = ({ rows }: { rows: number }) => (
  <ul className={styles['rows']}>
    {Array.from({ length: rows }, (_, at) => (
      <li key={at} className={styles['row']}>
        <span className={styles['words']}>
          <SkeletonBar width={`${48 + ((at * 13) % 30)}%`} />
        </span>
      </li>
    ))}
  </ul>
)

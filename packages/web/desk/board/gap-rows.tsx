import { Link } from 'react-router'
import { numberWords } from '#packages/web/core/format/number.ts'
import { SkeletonBar } from '../skeleton.tsx'
import styles from './gap-rows.module.css'

/** Something that is missing, and the way to mend it. */
export interface Gap {
  id: string
  count: number
  /** What follows the number: 名学生未分班. */
  words: string
  act: string
  to: string
}

export const GapRows = ({ gaps }: { gaps: readonly Gap[] }) => (
  <ul className={styles['rows']}>
    {gaps.map(({ id, count, words, act, to }) => (
      <li key={id} className={styles['row']}>
        <span className={styles['words']}>
          <b>{numberWords(count)}</b> {words}
        </span>
        <Link to={to} aria-label={`${act}：${count} ${words}`}>
          {act}
        </Link>
      </li>
    ))}
  </ul>
)

export const GapRowsSkeleton = ({ rows }: { rows: number }) => (
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

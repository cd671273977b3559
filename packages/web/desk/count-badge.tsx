import visuallyHidden from './visually-hidden.module.css'
import styles from './count-badge.module.css'

interface Props {
  count: number
  /** What is counted, with its measure word, for screen readers: 条未读. */
  unit: string
  /** Red for items that wait for the user; blue for information. */
  tone?: 'waits' | 'informs'
}

const maxCount = 99

/** A number at the corner of an icon; the container positions it. */
export function CountBadge({ count, unit, tone = 'waits' }: Props) {
  if (count <= 0) return null
  return (
    <span className={`${styles['badge']} ${styles[tone]}`}>
      <span aria-hidden>{count > maxCount ? `${maxCount}+` : count}</span>
      <span className={visuallyHidden['only']}>{`，${count}${unit}`}</span>
    </span>
  )
}

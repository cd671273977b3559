import visuallyHidden from './visually-hidden.module.css'
import styles from './count-badge.module.css'

interface Props {
  count: number
  /** What is counted, with its measure word, for readers: 条未读. */
  unit: string
  /** Red for what waits for me; blue for what is merely so. */
  tone?: 'waits' | 'informs'
}

const atMost = 99

/** A number at the corner of an icon; whoever holds the icon says where that is. */
export function CountBadge({ count, unit, tone = 'waits' }: Props) {
  if (count <= 0) return null
  return (
    <span className={`${styles['badge']} ${styles[tone]}`}>
      <span aria-hidden>{count > atMost ? `${atMost}+` : count}</span>
      <span className={visuallyHidden['only']}>{`，${count}${unit}`}</span>
    </span>
  )
}

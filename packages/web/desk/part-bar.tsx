import styles from './part-bar.module.css'

interface Props {
  parts: readonly { title: string; count?: number }[]
  at: number
  /** By default all. */
  canGo?: (at: number) => boolean
  onGo: (at: number) => void
}

/** The progress on phones: a bar for each part. */
export function PartBar({ parts, at, canGo = () => true, onGo }: Props) {
  return (
    <ol className={styles['parts']}>
      {parts.map(({ title, count = 0 }, index) => (
        <li key={title} className={index <= at ? styles['done'] : ''}>
          <button
            type="button"
            className={styles['part']}
            aria-current={index === at ? 'step' : undefined}
            disabled={!canGo(index)}
            onClick={() => onGo(index)}
          >
            <span>{title}</span>
            {count > 0 && <span className={styles['count']}>{count} 处</span>}
          </button>
        </li>
      ))}
    </ol>
  )
}

import styles from './progress-bar.module.css'

interface Props {
  label: string
  /** From 0 to 100; undefined while nobody knows. */
  percent: number | undefined
  className?: string | undefined
}

/** How far something is. Its place and its height are whoever's who draws it. */
export const ProgressBar = ({ label, percent, className = '' }: Props) => (
  <span
    className={`${styles['bar']} ${className}`}
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    {...(percent !== undefined && { 'aria-valuenow': Math.round(percent) })}
  >
    <span
      className={`${styles['done']} ${percent === undefined ? styles['unknown'] : ''}`}
      {...(percent !== undefined && { style: { width: `${percent}%` } })}
    />
  </span>
)

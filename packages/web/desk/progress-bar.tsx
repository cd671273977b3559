import styles from './progress-bar.module.css'

interface Props {
  label: string
  /** From 0 to 100; undefined while it is unknown. */
  percent: number | undefined
  className?: string | undefined
}

/** A progress bar. The caller sets its position and height. */
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

import styles from './switch.module.css'

interface Props {
  label: string
  hint?: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** A switch that applies at once. */
export function Switch({ label, hint, isOn, onChange }: Props) {
  return (
    <label className={styles['line']}>
      <span className={styles['words']}>
        {label}
        {hint && <small className={styles['hint']}>{hint}</small>}
      </span>
      <input
        type="checkbox"
        role="switch"
        className={styles['input']}
        checked={isOn}
        aria-checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={styles['track']} />
    </label>
  )
}

import type { SwitchTarget } from '#kernel/session/contract.ts'
import styles from './target-chips.module.css'

interface Props {
  label: string
  targets: readonly SwitchTarget[]
  chosenId: string | undefined
  onChoose: (target: SwitchTarget) => void
}

/** A few organisations in one line. */
export function TargetChips({ label, targets, chosenId, onChoose }: Props) {
  if (targets.length === 0) return null
  return (
    <div className={styles['line']} role="group" aria-label={label}>
      <span className={styles['label']}>{label}</span>
      {targets.map((target) => (
        <button
          key={target.id}
          type="button"
          className={styles['chip']}
          aria-pressed={target.id === chosenId}
          onClick={() => onChoose(target)}
        >
          {target.name}
        </button>
      ))}
    </div>
  )
}

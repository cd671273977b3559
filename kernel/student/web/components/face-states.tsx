import { faceStates, type FaceState } from '../../contract.ts'
import styles from './face-states.module.css'

interface Props {
  counts: Readonly<Record<string, number>>
  chosen: FaceState | undefined
  onChoose: (state: FaceState | undefined) => void
}

const order: readonly FaceState[] = ['no-consent', 'none', 'waiting', 'refused', 'passed', 'withdrawn']

/** The number of photos per state; each is a filter. */
export function FaceStates({ counts, chosen, onChoose }: Props) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const chips = [
    { state: undefined, label: '全部', count: all },
    ...order.map((state) => ({ state, label: faceStates[state].label, count: counts[state] ?? 0 })),
  ]
  return (
    <div className={styles['line']} role="group" aria-label="按状态筛选">
      {chips.map(({ state, label, count }) => (
        <button
          key={label}
          type="button"
          className={styles['chip']}
          aria-pressed={chosen === state}
          onClick={() => onChoose(state)}
        >
          {label} <span className={styles['count']}>{count}</span>
        </button>
      ))}
    </div>
  )
}

import { StarFilled, StopOutlined, WarningOutlined } from '@ant-design/icons'
import { areLetterKeysOn } from '../letter-keys.ts'
import { Glyph } from '../glyph.tsx'
import type { BoardCandidate } from './board-types.ts'
import styles from './candidate-list.module.css'

interface Props {
  candidates: readonly BoardCandidate[]
  /** Chosen for the lesson, but not sent yet. */
  chosenId: string | undefined
  /** People: ranked, and can be dragged to a lesson. */
  isDraggable?: boolean
  onChoose: (candidateId: string) => void
}

/** The most candidates that have a key. */
const keys = 9

/** Who could give the lesson, the best first; those who cannot come last and say why. */
export const CandidateList = ({ candidates, chosenId, isDraggable = false, onChoose }: Props) => (
  <ol className={styles['list']} aria-label="候选人">
    {candidates.map((candidate, at) => (
      <li key={candidate.id}>
        <button
          type="button"
          className={styles['candidate']}
          data-candidate={isDraggable && candidate.obstacle === '' ? candidate.id : undefined}
          aria-pressed={candidate.id === chosenId}
          disabled={candidate.obstacle !== ''}
          onClick={() => onChoose(candidate.id)}
        >
          <span className={styles['line']}>
            <b>{candidate.name}</b>
            {at === 0 && isDraggable && candidate.obstacle === '' && (
              <span className={styles['best']}>
                <Glyph of={StarFilled} /> 首选
              </span>
            )}
            {at < keys && candidate.obstacle === '' && areLetterKeysOn() && (
              <kbd className={styles['key']} aria-hidden="true">
                {at + 1}
              </kbd>
            )}
          </span>
          {candidate.obstacle !== '' ? (
            <span className={styles['note']}>
              <Glyph of={StopOutlined} /> {candidate.obstacle}
            </span>
          ) : (
            <span className={styles['facts']}>
              {candidate.facts.map((fact) => (
                <span key={fact} className={styles['fact']}>
                  {fact}
                </span>
              ))}
            </span>
          )}
          {candidate.obstacle === '' && candidate.warning !== '' && (
            <span className={styles['warning']}>
              <Glyph of={WarningOutlined} /> {candidate.warning}
            </span>
          )}
        </button>
      </li>
    ))}
  </ol>
)

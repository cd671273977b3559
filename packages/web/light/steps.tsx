import { CheckIcon } from './icons.tsx'
import styles from './steps.module.css'

interface Props {
  titles: readonly string[]
  current: number
  /** The last reached step: every step up to it can be opened again. */
  reached: number
  onOpen: (step: number) => void
}

/** The progress through a few steps. 大字 has room for the current one only. */
export function Steps({ titles, current, reached, onOpen }: Props) {
  return (
    <nav className={styles['steps']} aria-label={`第 ${current + 1} 步，共 ${titles.length} 步`}>
      <ol className={styles['list']}>
        {titles.map((title, at) => {
          const state = at === current ? 'now' : at < reached ? 'done' : 'later'
          return (
            <li
              key={title}
              className={styles['step']}
              data-state={state}
              aria-current={at === current ? 'step' : undefined}
            >
              {at !== current && at <= reached ? (
                <button type="button" className={styles['inside']} onClick={() => onOpen(at)}>
                  <Dot number={at + 1} isDone={state === 'done'} />
                  {title}
                </button>
              ) : (
                <span className={styles['inside']}>
                  <Dot number={at + 1} isDone={false} />
                  {title}
                </span>
              )}
            </li>
          )
        })}
      </ol>
      <span className={styles['place']} aria-hidden="true">
        第 {current + 1} 步，共 {titles.length} 步
      </span>
    </nav>
  )
}

const Dot = ({ number, isDone }: { number: number; isDone: boolean }) => (
  <span className={styles['dot']}>{isDone ? <CheckIcon size={16} /> : number}</span>
)

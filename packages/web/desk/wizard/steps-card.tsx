import { CheckOutlined, MinusOutlined } from '@ant-design/icons'
import { Glyph } from '../glyph.tsx'
import type { Wizard } from './use-wizard.ts'
import styles from './steps-card.module.css'

/** The progress: completed steps can be opened again. */
export function StepsCard<State extends object>({ wizard }: { wizard: Wizard<State> }) {
  const { steps, at, skipped, canGoTo, isSettled, goTo } = wizard
  return (
    <ol className={styles['card']} aria-label="步骤">
      {steps.map(({ key, title }, index) => {
        const isSkipped = skipped.includes(key)
        const isDone = index !== at && canGoTo(index) && isSettled(index)
        const state = index === at ? 'here' : isDone ? 'done' : 'later'
        return (
          <li key={key} className={`${styles['step']} ${styles[state]}`}>
            <button
              type="button"
              className={styles['button']}
              aria-current={index === at ? 'step' : undefined}
              disabled={index !== at && !canGoTo(index)}
              onClick={() => goTo(index)}
            >
              <span className={styles['disc']}>
                {isDone ? <Glyph of={isSkipped ? MinusOutlined : CheckOutlined} /> : index + 1}
              </span>
              {title}
              {isSkipped && <span className={styles['skipped']}>已跳过</span>}
            </button>
          </li>
        )
      })}
    </ol>
  )
}

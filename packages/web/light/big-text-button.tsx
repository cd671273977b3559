import type { ReactNode } from 'react'
import { setBigText, useBigText } from '#packages/web/core/big-text.ts'
import styles from './big-text-button.module.css'

/** Switches 大字 on and off; its label names the state. */
export function BigTextButton({ icon }: { icon?: ReactNode }) {
  const isBig = useBigText()
  return (
    <button type="button" className={styles['button']} aria-pressed={isBig} onClick={() => setBigText(!isBig)}>
      {icon}
      大字
    </button>
  )
}

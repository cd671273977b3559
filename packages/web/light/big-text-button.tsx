import type { ReactNode } from 'react'
import { setBigText, useBigText } from '#packages/web/core/big-text.ts'
import styles from './big-text-button.module.css'

/** 大字 on and off; it says itself which of the two it is. */
export function BigTextButton({ icon }: { icon?: ReactNode }) {
  const isBig = useBigText()
  return (
    <button type="button" className={styles['button']} aria-pressed={isBig} onClick={() => setBigText(!isBig)}>
      {icon}
      大字
    </button>
  )
}

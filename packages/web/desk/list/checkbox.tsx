import type { ChangeEvent, ReactNode } from 'react'
import styles from './checkbox.module.css'

const markPartly = (box: HTMLInputElement | null) => {
  if (box) box.indeterminate = true
}
const markWhole = (box: HTMLInputElement | null) => {
  if (box) box.indeterminate = false
}

interface Props {
  /** What it is called, unless words stand beside it. */
  label?: string
  isOn: boolean
  /** Some of what it stands for, but not all. */
  isPartly?: boolean
  /** Shown, but not to be changed. */
  isFixed?: boolean
  /** In a grid only one of many is reached by Tab. */
  tabIndex?: number
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  children?: ReactNode
}

/**
 * A box to tick. The browser's own, dressed: antd's table has boxes without a name, and two hundred of them are slow.
 * The label around it is the target.
 */
export function Checkbox({ label, isOn, isPartly = false, isFixed = false, tabIndex, onChange, children }: Props) {
  return (
    <label className={`${styles['target']} ${children ? styles['worded'] : ''}`}>
      <input
        type="checkbox"
        className={styles['box']}
        aria-label={label}
        // There is no attribute for it.
        ref={isPartly ? markPartly : markWhole}
        checked={isOn}
        disabled={isFixed}
        tabIndex={tabIndex}
        onChange={onChange}
      />
      {children}
    </label>
  )
}

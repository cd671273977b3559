import type { ChangeEvent, ReactNode } from 'react'
import styles from './checkbox.module.css'

const markPartly = (box: HTMLInputElement | null) => {
  if (box) box.indeterminate = true
}
const markWhole = (box: HTMLInputElement | null) => {
  if (box) box.indeterminate = false
}

interface Props {
  /** The accessible name, unless there is text beside it. */
  label?: string
  isOn: boolean
  /** Some of the rows it represents are ticked, but not all. */
  isPartly?: boolean
  /** Visible, but not changeable. */
  isFixed?: boolean
  /** In a grid only one of many is a tab stop. */
  tabIndex?: number
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  children?: ReactNode
}

/**
 * A styled native checkbox: antd's table has checkboxes without a name, and two hundred of them are slow. The label
 * around it is the click target.
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

import type { ComponentProps, ReactNode } from 'react'
import { CheckIcon } from './icons.tsx'
import styles from './checkbox.module.css'

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  label: ReactNode
  /** On a task page, in touch size. */
  isLarge?: boolean
}

export function Checkbox({ label, isLarge = false, ...input }: Props) {
  return (
    <label className={isLarge ? `${styles['line']} ${styles['large']}` : styles['line']}>
      <input {...input} type="checkbox" className={styles['input']} />
      <span className={styles['box']}>
        <CheckIcon size={isLarge ? 18 : 14} />
      </span>
      {isLarge ? <span>{label}</span> : label}
    </label>
  )
}

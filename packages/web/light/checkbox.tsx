import type { ComponentProps } from 'react'
import { CheckIcon } from './icons.tsx'
import styles from './checkbox.module.css'

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  label: string
}

export function Checkbox({ label, ...input }: Props) {
  return (
    <label className={styles['line']}>
      <input {...input} type="checkbox" className={styles['input']} />
      <span className={styles['box']}>
        <CheckIcon size={14} />
      </span>
      {label}
    </label>
  )
}

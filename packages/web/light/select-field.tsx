import { useId, type ReactNode } from 'react'
import { ChevronDownIcon } from './part-icons.tsx'
import { FieldFrame } from './text-field.tsx'
import styles from './text-field.module.css'

interface Props {
  label: string
  name: string
  value: string
  onChange: (value: string) => void
  options: readonly string[]
  isOptional?: boolean | undefined
  error?: string | undefined
  hint?: ReactNode
}

/** One of many options: the native select, which users know. */
export function SelectField({ label, name, value, onChange, options, isOptional = false, error, hint }: Props) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} isOptional={isOptional} error={error} hint={hint}>
      <div className={styles['box']} data-wrong={error ? '' : undefined}>
        <select
          id={id}
          name={name}
          className={`${styles['input']} ${styles['select']}`}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-required={!isOptional}
          aria-invalid={error !== undefined}
          aria-describedby={error || hint ? `${id}-below` : undefined}
        >
          <option value="">请选择</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
        <span className={styles['arrow']}>
          <ChevronDownIcon size={20} />
        </span>
      </div>
    </FieldFrame>
  )
}

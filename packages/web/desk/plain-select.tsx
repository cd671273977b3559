import { DownOutlined } from '@ant-design/icons'
import type { ComponentProps } from 'react'
import { Glyph } from './glyph.tsx'
import styles from './plain-select.module.css'

interface Props extends Omit<ComponentProps<'select'>, 'onChange' | 'value'> {
  /** The accessible name. */
  label: string
  value: string
  options: readonly { value: string; label: string; disabled?: boolean }[]
  /** Shown while nothing is chosen. */
  placeholder?: string
  /** 28 high, in the cells of a table. */
  isDense?: boolean
  onChange: (value: string) => void
}

/** A styled native select, as high as the fields beside it: for dozens of them on one page, and for phones. */
export function PlainSelect({ label, value, options, placeholder, isDense, className = '', onChange, ...rest }: Props) {
  return (
    <span className={`${styles['frame']} ${className}`}>
      <select
        {...rest}
        className={`${styles['select']} ${isDense ? styles['dense'] : ''}`}
        aria-label={label}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {placeholder !== undefined && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <Glyph of={DownOutlined} />
    </span>
  )
}

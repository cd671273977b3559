import { useId, useState, type ChangeEvent, type Ref } from 'react'
import styles from './code-field.module.css'

const length = 6

/** The digits of typed or pasted text: a whole message, or full-width digits of a Chinese keyboard. */
export const extractDigits = (text: string) => text.normalize('NFKC').replace(/\D/g, '').slice(0, length)

interface Props {
  ref?: Ref<HTMLInputElement>
  label: string
  value: string
  onChange: (code: string) => void
  /** Called after the last digit. */
  onComplete: (code: string) => void
  isWrong: boolean
  describedBy: string
  busy: boolean
}

/**
 * Six visible boxes over one field: paste, autofill of the message, the delete key and screen readers work as in any
 * field.
 */
export function CodeField({ ref, label, value, onChange, onComplete, isWrong, describedBy, busy }: Props) {
  const id = useId()
  const [focused, setFocused] = useState(false)
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    if (busy) return
    const code = extractDigits(event.target.value)
    onChange(code)
    if (code.length === length && code !== value) onComplete(code)
  }
  const active = focused ? Math.min(value.length, length - 1) : -1
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <div className={styles['boxes']} data-wrong={isWrong ? '' : undefined} aria-hidden="true">
        {Array.from({ length }, (_, at) => (
          <span key={at} className={styles['box']} data-active={at === active ? '' : undefined}>
            {value[at]}
          </span>
        ))}
      </div>
      <input
        ref={ref}
        id={id}
        className={styles['input']}
        inputMode="numeric"
        autoComplete="one-time-code"
        aria-invalid={isWrong}
        aria-describedby={describedBy}
        value={value}
        onChange={change}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        // The caret is invisible, so it is always kept at the end.
        onSelect={({ currentTarget: field }) => {
          const end = field.value.length
          if (field.selectionStart === field.selectionEnd && field.selectionEnd !== end)
            field.setSelectionRange(end, end)
        }}
        // The page has one purpose, so typing can begin at once.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
    </div>
  )
}

import { useId, type ReactNode } from 'react'
import type { ChipOption } from './chips.tsx'
import { CheckIcon } from './icons.tsx'
import { FieldMessage, RequiredMark } from './text-field.tsx'
import styles from './chips.module.css'

interface Props {
  label: string
  name: string
  values: readonly string[]
  onChange: (values: string[]) => void
  options: readonly ChipOption[]
  isOptional?: boolean | undefined
  error?: string | undefined
  hint?: ReactNode
}

/** In characters: longer labels need wider chips. */
const shortLabelLength = 4

/** Several of a few options, all visible; the chosen ones look as in `Chips`. Values keep the order of the options. */
export function MultiChips({ label, name, values, onChange, options, isOptional = false, error, hint }: Props) {
  const id = useId()
  const toggle = (value: string, isOn: boolean) =>
    onChange(options.map((option) => option.value).filter((one) => (one === value ? isOn : values.includes(one))))
  return (
    <div
      role="group"
      className={styles['field']}
      aria-labelledby={`${id}-label`}
      aria-describedby={error || hint ? `${id}-below` : undefined}
    >
      <div className={styles['words']}>
        <span id={`${id}-label`} className={styles['label']}>
          {label}
          <RequiredMark isOptional={isOptional} />
        </span>
      </div>
      <div
        className={styles['chips']}
        data-long={options.some((option) => option.label.length > shortLabelLength) || undefined}
      >
        {options.map(({ value, label: text, isDisabled = false }) => {
          const isChosen = values.includes(value)
          return (
            <label
              key={value}
              className={styles['chip']}
              data-chosen={isChosen ? '' : undefined}
              data-off={isDisabled ? '' : undefined}
            >
              <input
                type="checkbox"
                className={styles['input']}
                name={name}
                value={value}
                checked={isChosen}
                disabled={isDisabled}
                onChange={({ target }) => toggle(value, target.checked)}
              />
              {text}
              {isChosen && (
                <span className={styles['badge']}>
                  <CheckIcon size={14} />
                </span>
              )}
            </label>
          )
        })}
      </div>
      <FieldMessage id={`${id}-below`} error={error} hint={hint} />
    </div>
  )
}

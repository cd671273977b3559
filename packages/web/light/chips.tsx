import { useId, type ReactNode } from 'react'
import { CheckIcon } from './icons.tsx'
import { FieldMessage, RequiredMark } from './text-field.tsx'
import styles from './chips.module.css'

export interface ChipOption {
  value: string
  label: string
  /** It cannot be chosen; the text near it explains why. */
  isDisabled?: boolean
}

interface Props {
  label: string
  name: string
  value: string
  onChange: (value: string) => void
  options: readonly ChipOption[]
  isOptional?: boolean | undefined
  error?: string | undefined
  hint?: ReactNode
  /** Two or three short ones are beside their label. */
  isInline?: boolean
  /** Says whether a choice is required; a filter needs no such mark. */
  hasMark?: boolean
}

/** In characters: four such chips fit side by side on a phone, three of longer ones. */
const shortLabelLength = 4

/** One of a few options, all visible: the chosen one has a border, a tint, bold text and a tick. */
export function Chips({ label, name, value, onChange, options, isOptional, error, hint, ...look }: Props) {
  const { isInline = false, hasMark = true } = look
  const id = useId()
  return (
    <div
      role="radiogroup"
      className={isInline ? styles['beside'] : styles['field']}
      aria-labelledby={`${id}-label`}
      aria-required={!isOptional}
      aria-describedby={error || hint ? `${id}-below` : undefined}
    >
      <div className={styles['words']}>
        <span id={`${id}-label`} className={styles['label']}>
          {label}
          {hasMark && <RequiredMark isOptional={isOptional ?? false} />}
        </span>
        {isInline && <FieldMessage id={`${id}-below`} error={error} hint={hint} />}
      </div>
      <div
        className={styles['chips']}
        data-long={options.some((option) => option.label.length > shortLabelLength) || undefined}
      >
        {options.map((option) => (
          <Chip key={option.value} name={name} option={option} isChosen={option.value === value} onChoose={onChange} />
        ))}
      </div>
      {!isInline && <FieldMessage id={`${id}-below`} error={error} hint={hint} />}
    </div>
  )
}

interface ChipProps {
  name: string
  option: ChipOption
  isChosen: boolean
  onChoose: (value: string) => void
}

function Chip({ name, option: { value, label, isDisabled = false }, isChosen, onChoose }: ChipProps) {
  return (
    <label className={styles['chip']} data-chosen={isChosen ? '' : undefined} data-off={isDisabled ? '' : undefined}>
      <input
        type="radio"
        className={styles['input']}
        name={name}
        value={value}
        checked={isChosen}
        disabled={isDisabled}
        onChange={() => onChoose(value)}
      />
      {label}
      {isChosen && (
        <span className={styles['badge']}>
          <CheckIcon size={14} />
        </span>
      )}
    </label>
  )
}

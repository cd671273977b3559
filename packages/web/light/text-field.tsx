import { useId, useLayoutEffect, useRef, type ChangeEvent, type ComponentProps, type ReactNode } from 'react'
import { CheckIcon, LockIcon, WarningIcon } from './icons.tsx'
import { formatGroups, removeGroups } from './digit-groups.ts'
import styles from './text-field.module.css'

interface FieldFrameProps {
  id: string
  label: string
  isOptional?: boolean | undefined
  error?: string | undefined
  hint?: ReactNode
  children: ReactNode
}

/** A label above, the box, and below it the error or the source of the value. */
export function FieldFrame({ id, label, isOptional = false, error, hint, children }: FieldFrameProps) {
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
        <RequiredMark isOptional={isOptional} />
      </label>
      {children}
      <FieldMessage id={`${id}-below`} error={error} hint={hint} />
    </div>
  )
}

/** An asterisk for required fields, a word for optional ones. */
export function RequiredMark({ isOptional }: { isOptional: boolean }) {
  if (isOptional) return <span className={styles['optional']}>选填</span>
  return (
    <span className={styles['required']} aria-hidden="true">
      *
    </span>
  )
}

export function FieldMessage({ id, error, hint }: { id: string; error?: string | undefined; hint?: ReactNode }) {
  if (error)
    return (
      <p id={id} className={styles['error']}>
        <WarningIcon size={16} />
        {error}
      </p>
    )
  return hint ? (
    <p id={id} className={styles['hint']}>
      {hint}
    </p>
  ) : null
}

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'id' | 'onChange' | 'value'> {
  label: string
  value: string
  onChange: (value: string) => void
  isOptional?: boolean | undefined
  error?: string | undefined
  hint?: ReactNode
  /** The lengths of the groups: 6-8-4 for an ID number. The value has no spaces. */
  groups?: readonly number[]
  /** A tick: the value was checked. */
  isValid?: boolean
  /** Filled in automatically; this text names the source. */
  from?: string | undefined
  /** At the right end of the box. */
  tool?: ReactNode
}

/** A field of a task page; the sign-in pages have their own, smaller one. */
export function TextField({ label, value, onChange, isOptional, error, hint, groups, ...rest }: TextFieldProps) {
  const { isValid = false, from, tool, required = !isOptional, ...input } = rest
  const id = useId()
  const { shown, ref, change } = useGroups(value, onChange, groups)
  const whole = groups?.reduce((sum, size) => sum + size, 0) ?? 0
  const below = from ? <AutoFillNote text={from} /> : hint
  return (
    <FieldFrame id={id} label={label} isOptional={isOptional} error={error} hint={below}>
      <div className={styles['box']} data-wrong={error ? '' : undefined} data-filled={from ? '' : undefined}>
        <input
          {...input}
          ref={ref}
          id={id}
          className={styles['input']}
          value={shown}
          onChange={change}
          readOnly={from !== undefined}
          aria-required={required}
          aria-invalid={error !== undefined}
          aria-describedby={error || below ? `${id}-below` : undefined}
        />
        {isValid && (
          <span className={styles['right']}>
            <CheckIcon size={20} />
          </span>
        )}
        {!isValid && whole > 0 && value !== '' && value.length < whole && (
          <span className={styles['count']} aria-hidden="true">
            {value.length} / {whole}
          </span>
        )}
        {tool}
      </div>
    </FieldFrame>
  )
}

const AutoFillNote = ({ text }: { text: string }) => (
  <>
    <LockIcon size={16} />
    {text}
  </>
)

/** Shows the groups and reports the value without them; the caret stays behind the same character. */
function useGroups(value: string, onChange: (value: string) => void, groups?: readonly number[]) {
  const ref = useRef<HTMLInputElement>(null)
  const caret = useRef<number>(undefined)
  const shown = groups ? formatGroups(value, groups) : value
  useLayoutEffect(() => {
    if (caret.current === undefined || !groups) return
    const position = formatGroups(value.slice(0, caret.current), groups).length
    ref.current?.setSelectionRange(position, position)
    caret.current = undefined
  })
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (!groups) return onChange(target.value)
    caret.current = removeGroups(target.value.slice(0, target.selectionStart ?? target.value.length)).length
    onChange(
      removeGroups(target.value).slice(
        0,
        groups.reduce((sum, size) => sum + size, 0),
      ),
    )
  }
  return { shown, ref, change }
}

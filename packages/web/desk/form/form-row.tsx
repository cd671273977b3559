import { CheckCircleFilled, ExclamationCircleFilled } from '@ant-design/icons'
import { useId, type ReactNode } from 'react'
import type { Control } from '#packages/web/core/field-control.ts'
import { Glyph } from '../glyph.tsx'
import { fieldAttribute } from './field-focus.ts'
import styles from './form-row.module.css'

export type { Control } from '#packages/web/core/field-control.ts'

/** A read-only value in a row. */
export const FormFact = ({ children }: { children: ReactNode }) => <div className={styles['fact']}>{children}</div>

interface Props {
  label: string
  error?: string | undefined
  hint?: ReactNode
  /** A fact, or several controls: then the label names the group. */
  isGroup?: boolean
  children: (control: Control) => ReactNode
}

/** A label with its control; the error is below and is announced. Its line is always reserved. */
export function FormRow({ label, error, hint, isGroup = false, children }: Props) {
  const id = useId()
  const below = `${id}-below`
  const control: Control = {
    id,
    status: error ? 'error' : '',
    'aria-invalid': Boolean(error),
    'aria-describedby': below,
  }
  return (
    <div className={styles['row']} {...(isGroup && { role: 'group', 'aria-labelledby': `${id}-label` })}>
      <RowLabel id={id} label={label} isGroup={isGroup} />
      <div className={`${styles['control']} ${styles['roomy']}`}>
        {children(control)}
        <div id={below} className={error ? styles['error'] : styles['hint']} role={error ? 'alert' : undefined}>
          {error && <Glyph of={ExclamationCircleFilled} />}
          {error ?? hint}
        </div>
      </div>
    </div>
  )
}

interface FieldFormRowProps {
  name: string
  label: string
  width: 'short' | 'middle' | 'long' | 'fit'
  isGroup: boolean
  isRequired: boolean
  error: string | undefined
  /** A button that fixes the error. */
  repair?: ReactNode
  /** A success message. */
  good?: string | undefined
  hint?: ReactNode
  /** Beside the control. */
  mark?: ReactNode
  children: (control: Control) => ReactNode
}

/** A row of a form that is rendered from a specification. The form itself announces errors. */
export function FieldFormRow({
  name,
  label,
  width,
  isGroup,
  isRequired,
  error,
  repair,
  mark,
  children,
  ...notes
}: FieldFormRowProps) {
  const id = useId()
  const below = `${id}-below`
  const control: Control = {
    id,
    status: error ? 'error' : '',
    'aria-invalid': Boolean(error),
    // Without a message there is nothing to refer to.
    'aria-describedby': (error ?? notes.good ?? notes.hint) ? below : undefined,
  }
  return (
    <div className={`${styles['row']} ${styles['requested']}`} {...{ [fieldAttribute]: name }}>
      <RowLabel id={id} label={label} isGroup={isGroup} isRequired={isRequired} />
      <div className={styles['control']}>
        <div className={styles['line']}>
          <div className={styles[width]}>{children(control)}</div>
          {mark}
        </div>
        <Below id={below} error={error} repair={repair} {...notes} />
      </div>
    </div>
  )
}

type BelowProps = { id: string } & Pick<FieldFormRowProps, 'error' | 'repair' | 'good' | 'hint'>

function Below({ id, error, repair, good, hint }: BelowProps) {
  if (error !== undefined)
    return (
      <div className={styles['error']}>
        <span className={styles['words']}>
          <Glyph of={ExclamationCircleFilled} />
          <span id={id}>{error}</span>
        </span>
        {repair}
      </div>
    )
  if (good !== undefined)
    return (
      <div id={id} className={`${styles['hint']} ${styles['good']}`}>
        <Glyph of={CheckCircleFilled} />
        {good}
      </div>
    )
  return (
    hint && (
      <div id={id} className={styles['hint']}>
        {hint}
      </div>
    )
  )
}

interface LabelProps {
  id: string
  label: string
  isGroup: boolean
  isRequired?: boolean
}

export const getLabelId = (id: string) => `${id}-label`

function RowLabel({ id, label, isGroup, isRequired = false }: LabelProps) {
  const content = (
    <>
      {isRequired && (
        <span className={styles['star']} aria-hidden="true">
          *
        </span>
      )}
      {label}
    </>
  )
  return isGroup ? (
    <span id={getLabelId(id)} className={styles['label']}>
      {content}
    </span>
  ) : (
    <label id={getLabelId(id)} htmlFor={id} className={styles['label']}>
      {content}
    </label>
  )
}

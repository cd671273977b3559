import type { Control } from '../form-row.tsx'

export interface Option {
  value: string | number
  label: string
}

/** The props of every control of a form. */
export interface ControlProps {
  control: Control
  name: string
  value: unknown
  options: readonly Option[]
  placeholder: string | undefined
  isRequired: boolean
  /** The value was derived from another field. */
  isFilled: boolean
  isPhone: boolean
  /** The value for no choice. */
  none: unknown
  onChange: (value: unknown) => void
  /** An operation is in progress: the form is not sent before this is called again with undefined. */
  onPending: (message: string | undefined) => void
}

export const toText = (value: unknown) =>
  value === null || value === undefined ? '' : String(value as string | number)

import type { Reference } from '#packages/contract/entity/index.ts'

/** The attributes that connect a control with the label, hint and error of its row. */
export interface Control {
  id: string
  status: 'error' | ''
  'aria-invalid': boolean
  'aria-describedby'?: string | undefined
}

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

/** The props of a control that a module provides for its kind of field. */
export interface FieldControlProps extends ControlProps {
  /** The current value with its name. */
  known?: Reference | null | undefined
  /** The organisation of the page, where it has one. */
  orgId?: string | null | undefined
}

import type { ReactNode } from 'react'
import type { Reference } from '#packages/contract/entity/index.ts'

/** The attributes that connect a control with the label, hint and error of its row. */
export interface Control {
  id: string
  status: 'error' | ''
  'aria-invalid': boolean
  'aria-describedby'?: string | undefined
  /** Its name, where no label of a row belongs to it alone. */
  'aria-label'?: string
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
  /** The label of the field, in a form. */
  label?: string
  /** The current value with its names: a `Reference`, or files. */
  known?: unknown
  /** The organisation of the page, where it has one. */
  orgId?: string | null | undefined
  /** The most values of a control with several. */
  max?: number | undefined
}

/** The props of such a control on a phone: it draws its label and messages itself. */
export interface PhoneControlProps {
  name: string
  label: string
  isOptional: boolean
  error: string | undefined
  hint: ReactNode
  value: unknown
  known: unknown
  orgId: string | null | undefined
  max: number | undefined
  /** `chosen` is a reference with its name, where the value is one. */
  onChange: (value: unknown, chosen?: Reference) => void
  /** An operation is in progress: the form is not sent before this is called again with undefined. */
  onPending: (message: string | undefined) => void
}

/** The props of the component that a module provides to show the value of its kind of field in a detail. */
export interface FieldValueProps {
  value: unknown
  /** The name of the row. */
  rowName: string
}

import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { ControlProps, Option } from './controls/control-props.ts'

export type { Option } from './controls/control-props.ts'

export type FieldKind =
  | 'text'
  | 'textarea'
  | 'number'
  | 'select'
  | 'multi'
  | 'radio'
  | 'switch'
  | 'date'
  | 'idCard'
  | 'phone'
  | 'password'
  | 'custom'

export interface Field<Values> {
  name: keyof Values & string
  label: string
  kind: FieldKind
  /** By the expected length: 200, 280 or 420. */
  width?: 'short' | 'middle' | 'long'
  required?: boolean
  options?: readonly Option[] | ((values: Values) => readonly Option[])
  placeholder?: string
  hint?: ReactNode
  /** Values that are derived from a valid value: an ID number determines sex and birthday. */
  fills?: (value: Values[keyof Values & string]) => Partial<Values>
  /** The control of a `custom` field. It is called, not mounted, so a new function on each render is fine. */
  draw?: (props: ControlProps) => ReactNode
  /** The field is visible only then. */
  when?: (values: Values) => boolean
}

export interface FormSection<Values> {
  title?: string
  fields: readonly Field<Values>[]
}

/** The fields of a form: rules and messages are those of the contract. */
export interface FormSpec<Values> {
  schema: z.ZodType<Values, Values>
  sections: readonly FormSection<Values>[]
  initial: () => Values
}

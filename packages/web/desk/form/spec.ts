import type { ReactNode } from 'react'
import type { z } from 'zod'

export interface Option {
  value: string | number
  label: string
}

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
  /** What else follows from a value, once it is a good one: an ID number tells sex and birthday. */
  fills?: (value: Values[keyof Values & string]) => Partial<Values>
  /** Only asked for then. */
  when?: (values: Values) => boolean
}

export interface FormSection<Values> {
  title?: string
  fields: readonly Field<Values>[]
}

/** What is asked: the rules and words are those of the contract. */
export interface FormSpec<Values> {
  schema: z.ZodType<Values, Values>
  sections: readonly FormSection<Values>[]
  initial: () => Values
}

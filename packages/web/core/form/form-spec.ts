import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { ControlProps, Option } from '../field-control.ts'

export type { Option } from '../field-control.ts'

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
  /** An amount: typed in yuan, stored in fen. */
  | 'decimal'
  /** Two days as one value. */
  | 'days'
  /** Rows of the same cells, which are added and removed: `rows` has them. */
  | 'rows'
  /** Chosen or uploaded with a control that a module provides under the name `control`. */
  | 'control'
  | 'custom'

type FormRow = Readonly<Record<string, unknown>>

/** One cell of each row. */
export interface RowCell<Name extends string = string> {
  name: Name
  label: string
  kind: 'text' | 'number' | 'select' | 'date' | 'phone'
  required?: boolean
  options?: readonly Option[]
  placeholder?: string
  /** The width on the desk; the first cell without one takes the rest. */
  columnWidth?: number
  /** Rewrites a typed text when the cell is left: 830 becomes 08:30. */
  tidy?: (typed: string) => string
}

export interface RowsSpec<Row = FormRow, Name extends string = keyof Row & string> {
  cells: readonly RowCell<Name>[]
  /** The label of the button: 新建一节. */
  add: string
  /** By default none. */
  min?: number
  max: number
  /** A new row, below these. */
  create(rows: readonly Row[]): Row
}

export interface Field<Values> {
  name: keyof Values & string
  label: string
  kind: FieldKind
  /** By the expected length: 200, 280 or 420; `fit` is as wide as its content. */
  width?: 'short' | 'middle' | 'long' | 'fit'
  required?: boolean
  options?: readonly Option[] | ((values: Values) => readonly Option[])
  placeholder?: string
  hint?: ReactNode
  /** Values that are derived from a valid value: an ID number determines sex and birthday. */
  fills?: (value: Values[keyof Values & string]) => Partial<Values>
  /** For `control`: its name, the present value with its names, and the most values. */
  control?: { of: string; known?: unknown; orgId?: string | null | undefined; max?: number | undefined }
  /** For `rows`. */
  rows?: RowsSpec
  /** The control of a `custom` field. It is called, not mounted, so a new function on each render is fine. */
  draw?: (props: ControlProps, values: Values) => ReactNode
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
  /** Cards beside a long form, below the fields of a dialog; on the desk. */
  aside?: (values: Values) => ReactNode
  /** A long form can be saved before it is complete, once the fields `needs` are valid. */
  keep?: {
    label: string
    needs: readonly (keyof Values & string)[]
    submit: (values: Values) => Promise<{ id: string }>
    done: string
  }
}

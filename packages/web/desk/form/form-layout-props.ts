import type { ComponentProps, ReactNode } from 'react'
import type { SchemaForm } from './use-schema-form.ts'

/** What the two faces of a form are told, the wide one and the one in the hand. */
export interface FormLayoutProps<Values extends object> {
  form: SchemaForm<Values>
  submitLabel: string
  againLabel: string | undefined
  /** Closes it, and asks first when there is something to lose. */
  leave: () => void
  aside: ((values: Values) => ReactNode) | undefined
  frame: { title: string } & Pick<ComponentProps<'form'>, 'ref' | 'onSubmit' | 'onKeyDown' | 'noValidate'>
}

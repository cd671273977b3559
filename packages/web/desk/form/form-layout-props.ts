import type { ComponentProps } from 'react'
import type { SchemaForm } from './use-schema-form.ts'

/** The props of the two layouts of a form, desktop and phone. */
export interface FormLayoutProps<Values extends object> {
  form: SchemaForm<Values>
  submitLabel: string
  againLabel: string | undefined
  /** Closes the form, after a confirmation if there are unsaved values. */
  leave: () => void
  /** Saves the form unfinished. */
  keep: { label: string; press: () => void } | undefined
  frame: { title: string } & Pick<ComponentProps<'form'>, 'ref' | 'onSubmit' | 'onKeyDown' | 'noValidate'>
}

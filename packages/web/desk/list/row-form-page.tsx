import { useLayoutEffect, useRef, useState } from 'react'
import { listFields } from '#packages/web/core/form/form-validation.ts'
import { FormPage } from '../form/form-page.tsx'
import { focusField } from '../form/field-focus.ts'
import type { FormSpec } from '../form/form-spec.ts'
import { usePhone } from '../use-phone.ts'
import styles from './list-page.module.css'

interface Props<Values extends object> {
  title: string
  form: FormSpec<Values>
  /** The existing values; a new record has none, and another may follow it. */
  initial: Values | undefined
  draftKey: string | undefined
  submit: (values: Values) => Promise<void>
  submitLabel?: string
  keep?: ((values: Values) => Promise<void>) | undefined
  onClose: () => void
}

/** The form of a list where it is too long for a dialog: it replaces the list, which stays mounted behind it. */
export function RowFormPage<Values extends object>({ onClose, ...props }: Props<Values>) {
  const root = useRef<HTMLDivElement>(null)
  const [opener] = useState(() => document.activeElement)
  const isPhone = usePhone()
  const first = listFields(props.form)[0]
  useLayoutEffect(() => {
    if (first) focusField(root.current, first.name)
    // Only when it opens; the list is rendered again before its button gets the focus back.
    return () => {
      setTimeout(() => opener instanceof HTMLElement && opener.isConnected && opener.focus())
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return (
    <div ref={root} className={styles['form']}>
      {/* The bar of the shell names the page. */}
      {isPhone && <h2 className={styles['formTitle']}>{props.title}</h2>}
      <FormPage
        {...props}
        onDone={onClose}
        onCancel={onClose}
        againLabel={props.initial || props.form.keep ? undefined : '保存并继续新建'}
      />
    </div>
  )
}

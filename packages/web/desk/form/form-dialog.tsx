import { useId, useLayoutEffect, type FormEvent, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { listFields } from '#packages/web/core/form/form-validation.ts'
import { DraftLine, DraftOffer } from './draft-line.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { FormSections } from './form-sections.tsx'
import { focusField } from './field-focus.ts'
import type { FormSpec } from './form-spec.ts'
import { useLeaveConfirmation } from './use-leave-confirmation.tsx'
import { useSchemaForm } from './use-schema-form.ts'
import { LiveRegion } from './live-region.tsx'
import styles from './form-dialog.module.css'

interface Props<Values extends object> {
  title: string
  /** Above the fields: information before filling them in. */
  lead?: ReactNode
  form: FormSpec<Values>
  /** The existing values, for an edit. */
  initial?: Values | undefined
  /** Only called with values that the schema has passed. Its error is shown, and the dialog stays. */
  submit: (values: Values) => Promise<void>
  onClose: () => void
  /** Called after sending, instead of closing. */
  onSent?: () => void
  submitLabel?: string
  /** The action deletes or removes something. */
  isDanger?: boolean
  draftKey?: string | undefined
}

/** A short form over the page. It closes after it was sent. */
export function FormDialog<Values extends object>(props: Props<Values>) {
  const { title, lead, form: spec, initial, submit, onClose, submitLabel = '保存', draftKey } = props
  const { onSent = onClose, isDanger = false } = props
  const id = useId()
  const form = useSchemaForm(spec, { initial, submit, draftKey, isInDialog: true })
  const [ask, question] = useLeaveConfirmation(form, onClose)
  const { element } = form
  useLayoutEffect(() => {
    const first = listFields(spec)[0]
    if (first) focusField(element.current, first.name)
    // Only when it opens.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (await form.submit()) onSent()
  }
  return (
    <Dialog
      title={title}
      size="form"
      busy={form.busy}
      onClose={ask}
      foot={
        <>
          <div className={styles['draft']}>
            <DraftLine draft={form.draft} />
          </div>
          <Button disabled={form.busy} onClick={ask}>
            取消
          </Button>
          <Button type="primary" danger={isDanger} form={id} htmlType="submit" title="Ctrl+Enter" loading={form.busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {lead}
      <form ref={element} id={id} noValidate className={styles['form']} onSubmit={(event) => void send(event)}>
        <LiveRegion announcement={form.announcement} />
        <DraftOffer draft={form.draft} />
        {(form.wrong.length !== 1 || form.whole !== undefined) && <ErrorSummary form={form} />}
        <FormSections form={form} />
        {spec.aside?.(form.values)}
      </form>
      {question}
    </Dialog>
  )
}

import type { FormEvent, KeyboardEvent } from 'react'
import { Button } from '../button.tsx'
import { usePhone } from '../use-phone.ts'
import { DraftLine, DraftOffer } from './draft-line.tsx'
import { ErrorSummary } from './error-summary.tsx'
import type { FormLayoutProps } from './form-layout-props.ts'
import { FormFrame } from './form-frame.tsx'
import { FormSections } from './form-sections.tsx'
import { PhoneForm } from './phone-form.tsx'
import { SectionList } from './section-list.tsx'
import type { FormSpec } from './form-spec.ts'
import { useLeaveConfirmation } from './use-leave-confirmation.tsx'
import { useSchemaForm } from './use-schema-form.ts'
import { LiveRegion } from './live-region.tsx'
import styles from './form-page.module.css'

interface Props<Values extends object> {
  title: string
  form: FormSpec<Values>
  /** The existing values, for an edit. */
  initial?: Values | undefined
  /** Only called with values that the schema has passed. Its error is shown. */
  submit: (values: Values) => Promise<void>
  /** After it was sent. */
  onDone: () => void
  /** Also for the arrow beside the title. */
  onCancel: () => void
  submitLabel?: string
  /** Offers to create the next record at once: 保存并继续新建. */
  againLabel?: string | undefined
  draftKey?: string | undefined
  /** Instead of `keep` of the form: what saves it unfinished. */
  keep?: ((values: Values) => Promise<void>) | undefined
}

/** A form page, rendered from its specification; on phones one section per screen. */
export function FormPage<Values extends object>(props: Props<Values>) {
  const { title, form: spec, initial, submit, onDone, onCancel, submitLabel = '保存', draftKey } = props
  const isPhone = usePhone()
  const form = useSchemaForm(spec, { initial, submit, draftKey })
  const [leave, question] = useLeaveConfirmation(form, onCancel)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (await form.submit()) onDone()
  }
  const keepUnfinished = async () => {
    if (props.keep && (await form.keep(spec.keep!.needs, props.keep))) onDone()
  }
  const frame = {
    title,
    ref: form.element,
    noValidate: true,
    onKeyDown: sendByCommandOnly,
    onSubmit: (event: FormEvent) => void send(event),
  }
  const Form = isPhone ? PhoneForm : WideForm
  return (
    <>
      <Form
        form={form}
        submitLabel={submitLabel}
        leave={leave}
        frame={frame}
        againLabel={props.againLabel}
        keep={spec.keep && { label: spec.keep.label, press: () => void keepUnfinished() }}
      />
      {question}
    </>
  )
}

function WideForm<Values extends object>({
  form,
  submitLabel,
  againLabel,
  keep,
  leave,
  frame,
}: FormLayoutProps<Values>) {
  const { aside } = form.spec
  const hasParts = form.spec.sections.length > 1
  const again = async () => {
    if (await form.submit()) form.reset()
  }
  return (
    <FormFrame
      {...frame}
      onBack={leave}
      note={<DraftLine draft={form.draft} />}
      top={
        <>
          <LiveRegion announcement={form.announcement} />
          <DraftOffer draft={form.draft} />
          <ErrorSummary form={form} />
        </>
      }
      aside={
        (hasParts || aside) && (
          <div className={styles['aside']}>
            {hasParts && <SectionList form={form} />}
            {aside?.(form.values)}
          </div>
        )
      }
      foot={
        <>
          <Button type="primary" htmlType="submit" loading={form.busy}>
            {submitLabel}
          </Button>
          {keep && (
            <Button disabled={form.busy} onClick={keep.press}>
              {keep.label}
            </Button>
          )}
          {againLabel && (
            <Button disabled={form.busy} onClick={() => void again()}>
              {againLabel}
            </Button>
          )}
          <Button type="text" disabled={form.busy} onClick={leave}>
            取消
          </Button>
          <Keys canKeep={form.draft.canKeep} submitLabel={submitLabel} />
        </>
      }
    >
      <div className={styles['card']}>
        <FormSections form={form} />
      </div>
    </FormFrame>
  )
}

/** Enter in the third of twenty fields is not meant as a submission. */
function sendByCommandOnly(event: KeyboardEvent) {
  const isPlain = event.key === 'Enter' && !event.ctrlKey && !event.metaKey
  if (isPlain && event.target instanceof HTMLInputElement) event.preventDefault()
}

const Keys = ({ canKeep, submitLabel }: { canKeep: boolean; submitLabel: string }) => (
  <p className={styles['keys']} aria-hidden="true">
    {canKeep && (
      <>
        <kbd>Ctrl S</kbd> 存草稿
      </>
    )}
    <kbd>Ctrl Enter</kbd> {submitLabel}
  </p>
)

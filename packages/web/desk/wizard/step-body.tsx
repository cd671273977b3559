import { ExclamationCircleFilled } from '@ant-design/icons'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { FormSections } from '../form/form-sections.tsx'
import { useSchemaForm } from '../form/use-schema-form.ts'
import { LiveRegion } from '../form/live-region.tsx'
import { Glyph } from '../glyph.tsx'
import visuallyHidden from '../visually-hidden.module.css'
import { isFormStep, getStepValues, type AnyFormStep, type CustomStep } from './wizard-spec.ts'
import type { Wizard } from './use-wizard.ts'
import styles from './step-body.module.css'

interface Props<State extends object> {
  wizard: Wizard<State>
  /** The id of the form of every step, so that one button submits the current one. */
  form: string
  onBusy: (busy: boolean) => void
  onDone: () => void
}

/** The current step. */
export function StepBody<State extends object>(props: Props<State>) {
  const { step } = props.wizard
  return isFormStep(step) ? (
    <FormStepBody {...props} step={step} />
  ) : (
    <OwnStepBody {...props} step={step as CustomStep<State>} />
  )
}

function FormStepBody<State extends object>({
  wizard,
  step,
  form: id,
  onBusy,
  onDone,
}: Props<State> & { step: AnyFormStep }) {
  const put = (values: Record<string, unknown>) => ({ ...wizard.state, [step.key]: values })
  const form = useSchemaForm(step.form, {
    initial: getStepValues(step, wizard.state),
    onChange: (values) => wizard.change({ [step.key]: values } as unknown as Partial<State>),
    submit: async (values) => {
      if (await wizard.advance(put(values))) onDone()
    },
  })
  const { element, busy, announcement } = form
  useEffect(() => {
    onBusy(busy)
    // The next step is not busy, however this one ended.
    return () => onBusy(false)
  }, [busy, onBusy])
  const send = (event: FormEvent) => {
    event.preventDefault()
    void form.submit()
  }
  return (
    <form ref={element} id={id} noValidate className={styles['body']} onSubmit={send}>
      <StepHeading wizard={wizard} />
      <LiveRegion announcement={announcement} />
      <ErrorSummary form={form} />
      <div className={styles['card']}>
        <FormSections form={form} />
      </div>
    </form>
  )
}

function OwnStepBody<State extends object>({
  wizard,
  step,
  form: id,
  onBusy,
  onDone,
}: Props<State> & { step: CustomStep<State> }) {
  const { state, change } = wizard
  const [error, setError] = useState<ReactNode>()
  const isSending = useRef(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const missing = step.check?.(state)
    setError(missing)
    if (missing !== undefined || isSending.current) return
    isSending.current = true
    onBusy(true)
    try {
      await step.leave?.(state)
      if (await wizard.advance(state)) onDone()
    } catch (refused) {
      setError(getErrorMessage(refused))
    } finally {
      isSending.current = false
      onBusy(false)
    }
  }
  return (
    <form id={id} noValidate className={styles['body']} onSubmit={(event) => void send(event)}>
      <StepHeading wizard={wizard} />
      {error && (
        <p className={styles['error']} role="alert">
          <Glyph of={ExclamationCircleFilled} />
          {error}
        </p>
      )}
      {step.body({ state, change })}
    </form>
  )
}

/** Screen readers continue here after a change of step. */
function StepHeading<State extends object>({ wizard: { steps, at, step } }: { wizard: Wizard<State> }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The button that led here is still focused; on a fresh page the focus stays unchanged.
    if (document.activeElement !== document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h2 ref={heading} tabIndex={-1} className={visuallyHidden['only']}>
      {`第 ${at + 1} 步，共 ${steps.length} 步：${step.title}`}
    </h2>
  )
}

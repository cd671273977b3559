import type { ReactNode } from 'react'
import { validateForm as checkForm } from '../form/form-validation.ts'
import { removeSecrets } from '../form/draft-value.ts'
import type { FormSpec } from '../form/form-spec.ts'

interface StepFrame {
  key: string
  title: string
  canSkip?: boolean
}

export interface WizardStepProps<State> {
  state: State
  change: (part: Partial<State>) => void
}

/** A step that draws itself. */
export interface CustomStep<State> extends StepFrame {
  body: (props: WizardStepProps<State>) => ReactNode
  /** What is still missing before one may go on. */
  check?: (state: State) => string | undefined
  /** What the server has to know before the next step can be shown; when it refuses, one stays. */
  leave?: (state: State) => Promise<unknown>
}

/** A step that asks: its values are kept under its own key. */
type FormStep<State> = {
  [Key in keyof State & string]: StepFrame & { key: Key; form: FormSpec<State[Key]> }
}[keyof State & string]

export type WizardStep<State> = CustomStep<State> | FormStep<State>

/** A form step without the knowledge of which: the key and the values belong together by its type. */
export interface AnyFormStep extends StepFrame {
  form: FormSpec<Record<string, unknown>>
}

export const isFormStep = <State>(step: WizardStep<State>): step is WizardStep<State> & AnyFormStep => 'form' in step

/** Whether a step is as it should be, seen by itself. */
export function isStepComplete<State extends object>(step: WizardStep<State>, state: State) {
  if (!isFormStep(step)) return (step as CustomStep<State>).check?.(state) === undefined
  const { fields, whole } = checkForm(step.form, getStepValues(step, state))
  return Object.keys(fields).length === 0 && whole === undefined
}

export const getStepValues = <State extends object>({ key }: { key: string }, state: State) =>
  state[key as keyof State] as Record<string, unknown>

/** What may be kept of the state: everything but passwords. */
export function removeStateSecrets<State extends object>(steps: readonly WizardStep<State>[], state: State) {
  const forms = steps.filter(isFormStep).map((step) => [step.key, removeSecrets(step.form, getStepValues(step, state))])
  return { ...state, ...Object.fromEntries(forms) } as State
}

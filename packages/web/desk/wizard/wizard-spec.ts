import type { ReactNode } from 'react'
import { validateForm as checkForm } from '#packages/web/core/form/form-validation.ts'
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

/** A step that renders itself. */
export interface CustomStep<State> extends StepFrame {
  body: (props: WizardStepProps<State>) => ReactNode
  /** What is still missing before the user may continue. */
  check?: (state: State) => string | undefined
  /** Sent to the server before the next step is shown; when it refuses, the step stays open. */
  leave?: (state: State) => Promise<unknown>
}

/** A step with a form: its values are stored under its own key. */
type FormStep<State> = {
  [Key in keyof State & string]: StepFrame & { key: Key; form: FormSpec<State[Key]> }
}[keyof State & string]

export type WizardStep<State> = CustomStep<State> | FormStep<State>

/** A form step of an unknown key: its type ties the key and the values together. */
export interface AnyFormStep extends StepFrame {
  form: FormSpec<Record<string, unknown>>
}

export const isFormStep = <State>(step: WizardStep<State>): step is WizardStep<State> & AnyFormStep => 'form' in step

/** Whether a step is valid by itself. */
export function isStepComplete<State extends object>(step: WizardStep<State>, state: State) {
  if (!isFormStep(step)) return (step as CustomStep<State>).check?.(state) === undefined
  const { fields, whole } = checkForm(step.form, getStepValues(step, state))
  return Object.keys(fields).length === 0 && whole === undefined
}

export const getStepValues = <State extends object>({ key }: { key: string }, state: State) =>
  state[key as keyof State] as Record<string, unknown>

/** The part of the state that may be stored: all except passwords. */
export function removeStateSecrets<State extends object>(steps: readonly WizardStep<State>[], state: State) {
  const forms = steps.filter(isFormStep).map((step) => [step.key, removeSecrets(step.form, getStepValues(step, state))])
  return { ...state, ...Object.fromEntries(forms) } as State
}

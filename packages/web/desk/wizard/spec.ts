import type { ReactNode } from 'react'
import { check as checkForm } from '../form/check.ts'
import { withoutSecrets } from '../form/draft-value.ts'
import type { FormSpec } from '../form/spec.ts'

interface StepFrame {
  key: string
  title: string
  canSkip?: boolean
}

export interface StepProps<State> {
  state: State
  change: (part: Partial<State>) => void
}

/** A step that draws itself. */
export interface OwnStep<State> extends StepFrame {
  body: (props: StepProps<State>) => ReactNode
  /** What is still missing before one may go on. */
  check?: (state: State) => string | undefined
  /** What the server has to know before the next step can be shown; when it refuses, one stays. */
  leave?: (state: State) => Promise<unknown>
}

/** A step that asks: its values are kept under its own key. */
type FormStep<State> = {
  [Key in keyof State & string]: StepFrame & { key: Key; form: FormSpec<State[Key]> }
}[keyof State & string]

export type WizardStep<State> = OwnStep<State> | FormStep<State>

/** A form step without the knowledge of which: the key and the values belong together by its type. */
export interface AnyFormStep extends StepFrame {
  form: FormSpec<Record<string, unknown>>
}

export const isFormStep = <State>(step: WizardStep<State>): step is WizardStep<State> & AnyFormStep => 'form' in step

/** Whether a step is as it should be, seen by itself. */
export function isComplete<State extends object>(step: WizardStep<State>, state: State) {
  if (!isFormStep(step)) return (step as OwnStep<State>).check?.(state) === undefined
  const { fields, whole } = checkForm(step.form, valuesOf(step, state))
  return Object.keys(fields).length === 0 && whole === undefined
}

export const valuesOf = <State extends object>({ key }: { key: string }, state: State) =>
  state[key as keyof State] as Record<string, unknown>

/** What may be kept of the state: everything but passwords. */
export function keptState<State extends object>(steps: readonly WizardStep<State>[], state: State) {
  const forms = steps.filter(isFormStep).map((step) => [step.key, withoutSecrets(step.form, valuesOf(step, state))])
  return { ...state, ...Object.fromEntries(forms) } as State
}

import { useEffect, useState } from 'react'
import { getFormErrors } from '#packages/web/core/form-errors.ts'
import type { Draft, DraftStore, FlowRecord } from './draft-store.ts'
import { findFlowPosition } from './flow-position.ts'
import type { FlowSpec } from './flow-spec.ts'
import { useDraft } from './use-draft.ts'
import { useFlowPosition } from './use-flow-position.ts'
import { useFlowSubmit } from './use-flow-submit.ts'

const checkId = 'check'
/** The fields of the summary itself, in the draft beside the fields of the steps. */
export const promiseKey = 'promise'
export const signatureKey = 'signature'
export const signedNameKey = 'signedName'

export type FlowErrors = Readonly<Record<string, string>>
const isEmpty = (errors: FlowErrors) => Object.keys(errors).length === 0

interface Settings<Answer> {
  spec: FlowSpec<Answer>
  name: string
  first: FlowRecord
  store: DraftStore
}

/** The logic of a flow; `PhoneFlow` renders it. */
export function useFlow<Answer>({ spec, name, first, store }: Settings<Answer>) {
  const { steps } = spec
  const hasIntro = spec.intro !== undefined
  const [ids] = useState(() => [...steps.map(({ id }) => id), checkId])
  const { record, saved, autosave, change, discard } = useDraft({ name, first, store, save: spec.save })
  const navigation = useFlowPosition(ids, getFirstPosition(first, ids, hasIntro), hasIntro)
  const [errors, setErrors] = useState<FlowErrors>({})
  const sending = useFlowSubmit(spec.submit)
  const { isEdit } = navigation.position
  const step = Math.min(navigation.position.step, record.reached)

  useEffect(() => {
    // The back button was pressed: the next visit resumes here.
    if (step >= 0 && step !== record.step) change({ step, field: '' })
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [step])

  const check = () => {
    const wrong = getStepErrors(spec, step, record.draft)
    setErrors(wrong)
    return wrong
  }
  const arrive = (at: number) => {
    change({ step: at, reached: Math.max(record.reached, at), field: '' })
    autosave.leaveStep()
  }
  const goOn = (to: number) => {
    const wrong = check()
    if (!isEmpty(wrong)) return wrong
    arrive(to)
    if (isEdit) navigation.goBack()
    else navigation.goTo(to)
    return wrong
  }
  const submit = async (): Promise<FlowErrors> => {
    const wrong = check()
    if (!isEmpty(wrong)) return wrong
    const outcome = await sending.send(record)
    if (outcome.answer !== undefined) change({ answer: outcome.answer, draft: {}, step: 0, reached: 0, field: '' })
    const refused = outcome.wrong ?? {}
    setErrors(refused)
    const at = steps.findIndex(({ fields }) => fields.some(({ key }) => key in refused))
    if (at >= 0) navigation.edit(at)
    return refused
  }
  return {
    record,
    saved,
    errors,
    step,
    isEdit,
    submit,
    busy: sending.busy,
    refusal: sending.refusal,
    isFirst: navigation.isFirst,
    goBack: navigation.goBack,
    edit: navigation.edit,
    leaveField: autosave.leaveField,
    next: () => goOn(isEdit ? steps.length : step + 1),
    open: (to: number) => {
      setErrors({})
      if (isEdit) navigation.edit(to)
      else if (to < step) navigation.goBack(step - to)
      else goOn(to)
    },
    begin: () => navigation.goTo(record.step),
    startOver: () => {
      setErrors({})
      navigation.begin()
      void discard(spec.start)
    },
    write: (key: string, value: string) => {
      setErrors(({ [key]: _mended, ...rest }) => rest)
      change({ draft: { ...record.draft, [key]: value }, field: key, step })
    },
    enterField: (key: string) => {
      if (record.field !== key) change({ field: key, step })
    },
  }
}

export type Flow = ReturnType<typeof useFlow>

/**
 * The position of the address, if it was reached before; otherwise the last position, or the page before the first
 * step.
 */
function getFirstPosition(record: FlowRecord, ids: readonly string[], hasIntro: boolean) {
  const requested = findFlowPosition(location.search, ids)
  if (requested && requested.step <= record.reached) return requested
  return { step: hasIntro && !requested ? -1 : record.step, isEdit: false }
}

/** The errors of this step, and of no other. */
function getStepErrors<Answer>({ steps, promise, isSigned }: FlowSpec<Answer>, step: number, draft: Draft): FlowErrors {
  const here = steps[step]
  if (here) return getFormErrors(here.check, Object.fromEntries(here.fields.map(({ key }) => [key, draft[key] ?? ''])))
  const wrong: Record<string, string> = {}
  if (promise && !draft[promiseKey]) wrong[promiseKey] = '请先阅读并勾选'
  if (isSigned && !draft[signatureKey] && !draft[signedNameKey]?.trim()) wrong[signatureKey] = '请签名'
  return wrong
}

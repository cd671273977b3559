import { useEffect, useState } from 'react'
import { errorsOf } from '#packages/web/core/form-errors.ts'
import type { Draft, DraftStore, FlowRecord } from './draft-store.ts'
import { placeIn } from './places.ts'
import type { FlowSpec } from './spec.ts'
import { useDraft } from './use-draft.ts'
import { usePlaces } from './use-places.ts'
import { useSending } from './use-sending.ts'

const checkId = 'check'
/** What the check itself asks for, in the draft beside the fields of the steps. */
export const promiseKey = 'promise'
export const signatureKey = 'signature'
export const signedNameKey = 'signedName'

export type Errors = Readonly<Record<string, string>>
const isEmpty = (errors: Errors) => Object.keys(errors).length === 0

interface Settings<Answer> {
  spec: FlowSpec<Answer>
  name: string
  first: FlowRecord
  store: DraftStore
}

/** Everything a flow does; `PhoneFlow` draws it. */
export function useFlow<Answer>({ spec, name, first, store }: Settings<Answer>) {
  const { steps } = spec
  const hasIntro = spec.intro !== undefined
  const [ids] = useState(() => [...steps.map(({ id }) => id), checkId])
  const { record, saved, keeper, change, forget } = useDraft({ name, first, store, save: spec.save })
  const places = usePlaces(ids, firstPlace(first, ids, hasIntro), hasIntro)
  const [errors, setErrors] = useState<Errors>({})
  const sending = useSending(spec.submit)
  const { isEdit } = places.place
  const step = Math.min(places.place.step, record.reached)

  useEffect(() => {
    // The back key was pressed: whoever comes again comes back to here.
    if (step >= 0 && step !== record.step) change({ step, field: '' })
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [step])

  const check = () => {
    const wrong = wrongIn(spec, step, record.draft)
    setErrors(wrong)
    return wrong
  }
  const arrive = (at: number) => {
    change({ step: at, reached: Math.max(record.reached, at), field: '' })
    keeper.leaveStep()
  }
  const goOn = (to: number) => {
    const wrong = check()
    if (!isEmpty(wrong)) return wrong
    arrive(to)
    if (isEdit) places.goBack()
    else places.goTo(to)
    return wrong
  }
  const submit = async (): Promise<Errors> => {
    const wrong = check()
    if (!isEmpty(wrong)) return wrong
    const outcome = await sending.send(record)
    if (outcome.answer !== undefined) change({ answer: outcome.answer, draft: {}, step: 0, reached: 0, field: '' })
    const refused = outcome.wrong ?? {}
    setErrors(refused)
    const at = steps.findIndex(({ fields }) => fields.some(({ key }) => key in refused))
    if (at >= 0) places.edit(at)
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
    isFirst: places.isFirst,
    goBack: places.goBack,
    edit: places.edit,
    leaveField: keeper.leaveField,
    next: () => goOn(isEdit ? steps.length : step + 1),
    open: (to: number) => {
      setErrors({})
      if (isEdit) places.edit(to)
      else if (to < step) places.goBack(step - to)
      else goOn(to)
    },
    begin: () => places.goTo(record.step),
    again: () => {
      setErrors({})
      places.begin()
      void forget(spec.start)
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

/** The place that the address names, if one has been that far; otherwise where one was, or the page before it all. */
function firstPlace(record: FlowRecord, ids: readonly string[], hasIntro: boolean) {
  const asked = placeIn(location.search, ids)
  if (asked && asked.step <= record.reached) return asked
  return { step: hasIntro && !asked ? -1 : record.step, isEdit: false }
}

/** What is wrong with this step, and with no other. */
function wrongIn<Answer>({ steps, promise, isSigned }: FlowSpec<Answer>, step: number, draft: Draft): Errors {
  const here = steps[step]
  if (here) return errorsOf(here.check, Object.fromEntries(here.fields.map(({ key }) => [key, draft[key] ?? ''])))
  const wrong: Record<string, string> = {}
  if (promise && !draft[promiseKey]) wrong[promiseKey] = '请先阅读并勾选'
  if (isSigned && !draft[signatureKey] && !draft[signedNameKey]?.trim()) wrong[signatureKey] = '请签名'
  return wrong
}

import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useUnsaved } from '../unsaved-changes.ts'
import { runAfterPress } from './after-press.ts'
import { getVisibleValues, listFields, formatSummaryMessage } from '#packages/web/core/form/form-validation.ts'
import { restoreDraft, removeSecrets } from './draft-value.ts'
import { getFocusedField, focusField } from './field-focus.ts'
import type { Field, FormSpec } from './form-spec.ts'
import { useDraft } from './use-draft.ts'
import { useFormKeys } from './use-form-keys.ts'
import { useFormValues } from './use-form-values.ts'
import { useFieldProblems, type FormVerdict } from './use-field-problems.ts'
import { useAnnounce } from './use-announce.ts'

interface Settings<Values> {
  /** The existing values; otherwise the initial values of the specification. */
  initial?: Values | undefined
  submit: (values: Values) => Promise<void>
  /** The key under which the draft is stored until the form is sent. */
  draftKey?: string | undefined
  /** Called at every change, for callers that store the values too. */
  onChange?: ((values: Values) => void) | undefined
  isInDialog?: boolean
}

export type SchemaForm<Values extends object> = ReturnType<typeof useSchemaForm<Values>>

/** A form that is rendered from its specification: values, errors and submission. */
export function useSchemaForm<Values extends object>(spec: FormSpec<Values>, settings: Settings<Values>) {
  const typed = useFormValues(spec, settings.initial, settings.onChange)
  const { values, filledBy } = typed
  const { names, problems, findings, whole, link, isJudged, judge, refuse, ...touch } = useFieldProblems(spec, values)
  // A pending operation would be lost as well.
  const isDirty = typed.isDirty || Object.keys(touch.pendingFields).length > 0
  useUnsaved(isDirty, { isInDialog: settings.isInDialog ?? false })
  const wrong = names.filter((name) => problems[name])
  const navigation = useFieldNavigation(spec, names, wrong)
  const [announcement, announce] = useAnnounce()
  const [busy, send] = useSingleSubmit()
  const toFirst = () => navigation.goTo(names[0] ?? '')
  const draft = useFormDraft(spec, typed, settings.draftKey, (message) => {
    toFirst()
    announce('polite', message)
  })

  const show = (found: FormVerdict) => {
    if (found.names.length === 0 && found.whole === undefined) return false
    announce('alert', found.names.length > 0 ? `有 ${found.names.length} 处需要修改` : found.whole!)
    if (found.names[0] !== undefined) navigation.goTo(found.names[0])
    return true
  }
  /** Whether these fields, or all, are valid; otherwise announces the errors. */
  const isGood = (among?: readonly string[]) => !show(judge(among))
  /** True when it was sent. */
  const submit = () =>
    send(async () => {
      if (!isGood()) return false
      draft.settle()
      try {
        await settings.submit(spec.schema.parse(getVisibleValues(spec, values)))
      } catch (error) {
        show(refuse(error))
        return false
      }
      await draft.drop()
      typed.settle()
      return true
    })
  const change = (part: Partial<Values>) => {
    const followed = typed.change(part)
    if (followed.length > 0) announce('polite', `已填写${joinLabels(getLabels(spec, followed))}`)
  }
  const leave = (field: Field<Values>) =>
    runAfterPress(() => {
      // A pending operation is no mistake: it is reported only on submission.
      if (touch.pendingFields[field.name] !== undefined) return
      touch.leave(field.name)
      const problem = findings[field.name]
      if (problem && !problems[field.name]) announce('polite', formatSummaryMessage(field.label, problem.message))
    })
  /** Resets the form for the next record. */
  const reset = () => {
    typed.begin(spec.initial())
    touch.forget()
    toFirst()
  }
  useFormKeys(navigation.element, {
    submit: () => navigation.element.current?.requestSubmit(),
    next: navigation.goToNext,
    save: draft.canKeep ? () => void draft.save() : undefined,
  })
  const { setPending } = touch
  const state = { spec, values, isDirty, filledBy, problems, wrong, whole, link, isJudged, busy, announcement, draft }
  return { ...state, ...navigation, change, setPending, leave, isGood, submit, reset }
}

/** The draft of the form: without passwords, and with a new focus when the offer disappears. */
function useFormDraft<Values extends object>(
  spec: FormSpec<Values>,
  { start, values, isDirty, put }: ReturnType<typeof useFormValues<Values>>,
  key: string | undefined,
  onDecided: (message: string) => void,
) {
  const storable = useMemo(() => removeSecrets(spec, values), [spec, values])
  const draft = useDraft({ key, value: storable, isDirty, onRestore: (value) => put(restoreDraft(start, value)) })
  return {
    ...draft,
    restore: () => {
      draft.restore()
      onDecided('已恢复草稿')
    },
    discard: () => {
      draft.discard()
      onDecided('草稿已丢弃')
    },
  }
}

/** The current section, and the navigation to a field. */
function useFieldNavigation<Values>(spec: FormSpec<Values>, names: readonly string[], wrong: readonly string[]) {
  const [section, setSection] = useState(0)
  const element = useRef<HTMLFormElement>(null)
  const goTo = (name: string) => {
    const at = spec.sections.findIndex(({ fields }) => fields.some((field) => field.name === name))
    flushSync(() => setSection(Math.max(0, at)))
    focusField(element.current, name)
  }
  const goToNext = () => {
    const here = names.indexOf(getFocusedField(element.current) ?? '')
    const next = wrong.find((name) => names.indexOf(name) > here) ?? wrong[0]
    if (next !== undefined) goTo(next)
  }
  return { element, section, setSection, goTo, goToNext }
}

/** A double press sends once. */
function useSingleSubmit() {
  const [busy, setBusy] = useState(false)
  const isSending = useRef(false)
  const send = async (work: () => Promise<boolean>) => {
    if (isSending.current) return false
    isSending.current = true
    setBusy(true)
    try {
      return await work()
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }
  return [busy, send] as const
}

export const getLabels = <Values>(spec: FormSpec<Values>, names: readonly string[]) =>
  listFields(spec)
    .filter(({ name }) => names.includes(name))
    .map(({ label }) => label)

/** 性别和出生日期 */
export const joinLabels = (labels: readonly string[]) =>
  labels.length < 2 ? labels.join('') : `${labels.slice(0, -1).join('、')}和${labels.at(-1)}`

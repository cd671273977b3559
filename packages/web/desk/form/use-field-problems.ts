import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import type { RefusalLink } from '#packages/core/refusal.ts'
import { getFieldErrors, getErrorMessage, getRefusalLink } from '#packages/web/core/call-error.ts'
import {
  getCellErrors,
  validateForm,
  listFields,
  isFieldVisible,
  type FormProblems,
  type FieldProblem,
} from '#packages/web/core/form/form-validation.ts'
import { isNumberComplete } from './number-groups.ts'
import type { Field, FormSpec } from './form-spec.ts'

interface ServerErrors {
  /** The server's message about a field, and the value it refused. */
  fields: Readonly<Record<string, { message: string; value: unknown; cells: Readonly<Record<string, string>> }>>
  whole: string | undefined
  link?: RefusalLink | undefined
}
/** The invalid fields, or an error that belongs to no single one. */
export interface FormVerdict {
  names: readonly string[]
  whole: string | undefined
}

type PendingFields = Readonly<Record<string, string>>

const noServerErrors: ServerErrors = { fields: {}, whole: undefined }

/** All errors, and the visible ones: of fields that lost the focus, or of all after a submission. */
export function useFieldProblems<Values extends object>(spec: FormSpec<Values>, values: Values) {
  const [blurredFields, setBlurredFields] = useState<ReadonlySet<string>>(new Set())
  const [isTried, setTried] = useState(false)
  const [isJudged, setJudged] = useState(false)
  const [refusals, setRefusals] = useState(noServerErrors)
  const [pendingFields, setPendingFields] = useState<PendingFields>({})
  const findings = useMemo(
    () => addPendingProblems(spec, validateForm(spec, values), pendingFields, values),
    [spec, values, pendingFields],
  )
  const fields = listFields(spec)
  const names = fields.map(({ name }): string => name)

  const problems: Partial<Record<string, FieldProblem<Values>>> = {}
  for (const field of fields) {
    const { name } = field
    const problem = findings.fields[name]
    const refusal = refusals.fields[name]
    if (problem && (isTried || blurredFields.has(name) || isPlain(field, values, problem))) problems[name] = problem
    else if (refusal && refusal.value === values[name] && isFieldVisible(field, values)) problems[name] = refusal
  }

  /** Validates all fields, or the given ones. Their errors are visible from now on. */
  const judge = (among?: readonly string[]): FormVerdict => {
    const found = (among ?? names).filter((name) => findings.fields[name])
    // An error without a field is shown only when all fields are valid.
    const whole = among || found.length > 0 ? undefined : findings.whole
    flushSync(() => {
      setBlurredFields((before) => new Set([...before, ...(among ?? names)]))
      setJudged(true)
      if (among) return
      setTried(true)
      setRefusals({ fields: {}, whole })
    })
    return { names: found, whole }
  }
  const refuse = (error: unknown): FormVerdict => {
    const fieldErrors = getFieldErrors(error)
    const about = names.flatMap((name) => {
      const cells = getCellErrors(fieldErrors, name)
      const message = fieldErrors[name] ?? Object.values(cells)[0]
      return message === undefined ? [] : [[name, { message, cells, value: values[name as keyof Values] }] as const]
    })
    const whole = about.length > 0 ? undefined : getErrorMessage(error)
    flushSync(() => setRefusals({ fields: Object.fromEntries(about), whole, link: getRefusalLink(error) }))
    return { names: about.map(([name]) => name), whole }
  }
  return {
    names,
    problems,
    findings: findings.fields,
    whole: refusals.whole,
    link: refusals.link,
    /** The form was validated: from now on the errors are summed up. */
    isJudged,
    leave: (name: string) => setBlurredFields((before) => (before.has(name) ? before : new Set([...before, name]))),
    pendingFields,
    setPending: (name: string, message: string | undefined) =>
      setPendingFields((before) => {
        if (before[name] === message) return before
        const { [name]: _, ...others } = before
        return message === undefined ? others : { ...others, [name]: message }
      }),
    judge,
    refuse,
    forget: () => {
      setBlurredFields(new Set())
      setTried(false)
      setJudged(false)
      setRefusals(noServerErrors)
    },
  }
}

function addPendingProblems<Values extends object>(
  spec: FormSpec<Values>,
  found: FormProblems<Values>,
  pendingFields: PendingFields,
  values: Values,
) {
  const visibleFields = listFields(spec).filter(
    (field) => pendingFields[field.name] !== undefined && isFieldVisible(field, values),
  )
  if (visibleFields.length === 0) return found
  const fields = Object.fromEntries(visibleFields.map(({ name }) => [name, { message: pendingFields[name]! }]))
  return { ...found, fields: { ...fields, ...found.fields } }
}

/** Further typing could not fix it. */
const isPlain = <Values>({ kind, name }: Field<Values>, values: Values, problem: FieldProblem<Values>) =>
  problem.repair !== undefined || (kind === 'idCard' && isNumberComplete('idCard', String(values[name] ?? '')))

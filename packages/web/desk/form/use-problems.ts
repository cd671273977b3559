import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { fieldErrorsOf, wordsOf } from '#packages/web/core/call-error.ts'
import { check, fieldsOf, isAsked, type Findings, type Problem } from './check.ts'
import { isComplete } from './grouped.ts'
import type { Field, FormSpec } from './spec.ts'

interface Refusals {
  /** What the server said about a field, and about which value. */
  fields: Readonly<Record<string, { words: string; value: unknown }>>
  whole: string | undefined
}
/** The fields that are wrong, or what is wrong with no single one. */
export interface Verdict {
  names: readonly string[]
  whole: string | undefined
}

type Held = Readonly<Record<string, string>>

const noRefusals: Refusals = { fields: {}, whole: undefined }

/** What is wrong, and what of it is shown: a field that was left, or everything once the form was tried. */
export function useProblems<Values extends object>(spec: FormSpec<Values>, values: Values) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isTried, setTried] = useState(false)
  const [isJudged, setJudged] = useState(false)
  const [refusals, setRefusals] = useState(noRefusals)
  const [held, setHeld] = useState<Held>({})
  const findings = useMemo(() => withHeld(spec, check(spec, values), held, values), [spec, values, held])
  const fields = fieldsOf(spec)
  const names = fields.map(({ name }): string => name)

  const problems: Partial<Record<string, Problem<Values>>> = {}
  for (const field of fields) {
    const { name } = field
    const problem = findings.fields[name]
    const refusal = refusals.fields[name]
    if (problem && (isTried || left.has(name) || isPlain(field, values, problem))) problems[name] = problem
    else if (refusal && refusal.value === values[name] && isAsked(field, values)) problems[name] = refusal
  }

  /** Whether all fields, or these, are as they should be. What is not is shown from now on. */
  const judge = (among?: readonly string[]): Verdict => {
    const found = (among ?? names).filter((name) => findings.fields[name])
    // What nobody is asked for cannot be mended before the rest is.
    const whole = among || found.length > 0 ? undefined : findings.whole
    flushSync(() => {
      setLeft((before) => new Set([...before, ...(among ?? names)]))
      setJudged(true)
      if (among) return
      setTried(true)
      setRefusals({ fields: {}, whole })
    })
    return { names: found, whole }
  }
  const refuse = (error: unknown): Verdict => {
    const words = fieldErrorsOf(error)
    const found = names.filter((name) => words[name] !== undefined)
    const whole = found.length > 0 ? undefined : wordsOf(error)
    const about = found.map((name) => [name, { words: words[name]!, value: values[name as keyof Values] }] as const)
    flushSync(() => setRefusals({ fields: Object.fromEntries(about), whole }))
    return { names: found, whole }
  }
  return {
    names,
    problems,
    findings: findings.fields,
    whole: refusals.whole,
    /** Somebody asked: from now on it is summed up what is wrong. */
    isJudged,
    leave: (name: string) => setLeft((before) => (before.has(name) ? before : new Set([...before, name]))),
    held,
    hold: (name: string, words: string | undefined) =>
      setHeld((before) => {
        if (before[name] === words) return before
        const { [name]: _, ...others } = before
        return words === undefined ? others : { ...others, [name]: words }
      }),
    judge,
    refuse,
    forget: () => {
      setLeft(new Set())
      setTried(false)
      setJudged(false)
      setRefusals(noRefusals)
    },
  }
}

function withHeld<Values extends object>(spec: FormSpec<Values>, found: Findings<Values>, held: Held, values: Values) {
  const asked = fieldsOf(spec).filter((field) => held[field.name] !== undefined && isAsked(field, values))
  if (asked.length === 0) return found
  const fields = Object.fromEntries(asked.map(({ name }) => [name, { words: held[name]! }]))
  return { ...found, fields: { ...fields, ...found.fields } }
}

/** Nothing that is still to be typed could mend it. */
const isPlain = <Values>({ kind, name }: Field<Values>, values: Values, problem: Problem<Values>) =>
  problem.repair !== undefined || (kind === 'idCard' && isComplete('idCard', String(values[name] ?? '')))

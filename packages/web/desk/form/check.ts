import { isIdCard } from '#packages/core/id-card.ts'
import { isMobile } from '#packages/core/phone.ts'
import { errorsOf } from '#packages/web/core/form-errors.ts'
import type { Field, FieldKind, FormSpec, Option } from './spec.ts'

/** What is wrong with a field, and a way to mend it by one press. */
export interface Problem<Values> {
  words: string
  repair?: { label: string; change: Partial<Values> }
}

export interface Findings<Values> {
  /** By the name of the field, in the order of the form. */
  fields: Partial<Record<string, Problem<Values>>>
  /** Wrong with nothing that is asked for. */
  whole: string | undefined
}

export const fieldsOf = <Values>(spec: FormSpec<Values>) => spec.sections.flatMap(({ fields }) => fields)

export const isAsked = <Values>(field: Field<Values>, values: Values) => field.when?.(values) ?? true

export const optionsOf = <Values>({ options = [] }: Field<Values>, values: Values): readonly Option[] =>
  typeof options === 'function' ? options(values) : options

const isEmpty = (value: unknown) =>
  value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0)

/** As they are sent: what is not asked for is as it was in the beginning. */
export function askedValues<Values extends object>(spec: FormSpec<Values>, values: Values): Values {
  const start = spec.initial()
  const left = fieldsOf(spec).filter((field) => !isAsked(field, values))
  return { ...values, ...(Object.fromEntries(left.map(({ name }) => [name, start[name]])) as Partial<Values>) }
}

/** Everything that is wrong. The words of the contract come first. */
export function check<Values extends object>(spec: FormSpec<Values>, values: Values): Findings<Values> {
  const asked = fieldsOf(spec).filter((field) => isAsked(field, values))
  const refused = firstWords(errorsOf(spec.schema, askedValues(spec, values)))
  const disagreements = disagreementsOf(asked, values)
  const fields: Findings<Values>['fields'] = {}
  for (const field of asked) {
    const disagreement = disagreements[field.name]
    const words = wordsFor(field, values[field.name], refused[field.name]) ?? disagreement?.words
    if (words !== undefined) fields[field.name] = { ...disagreement, words }
  }
  const names = new Set<string>(asked.map(({ name }) => name))
  const stray = Object.keys(refused).find((name) => !names.has(name))
  return { fields, whole: stray === undefined ? undefined : refused[stray] }
}

/** What is wrong inside a list or a group is shown at the field that holds it. */
function firstWords(errors: Record<string, string>) {
  const first: Record<string, string> = {}
  for (const [path, words] of Object.entries(errors)) first[path.split('.')[0]!] ??= words
  return first
}

/** A schema without words of its own speaks English: then the field's kind says it. */
function wordsFor<Values>(field: Field<Values>, value: unknown, refused: string | undefined) {
  if (refused !== undefined && /\p{Script=Han}/u.test(refused)) return refused
  return kindWords(field, value) ?? (refused === undefined ? undefined : `${field.label}填写有误`)
}

const chosen: ReadonlySet<FieldKind> = new Set(['select', 'multi', 'radio', 'date', 'custom'])

function kindWords<Values>({ kind, label, required }: Field<Values>, value: unknown) {
  if (isEmpty(value)) {
    if (!required) return undefined
    return kind === 'idCard' ? '身份证号不能为空' : `${chosen.has(kind) ? '请选择' : '请输入'}${label}`
  }
  if (kind === 'idCard' && !isIdCard(String(value))) return '请输入正确的身份证'
  if (kind === 'phone' && !isMobile(String(value))) return '请输入正确的手机号'
  return undefined
}

/** What follows from a value; nothing, unless it is a good one. */
export function fillsOf<Values extends object>(spec: FormSpec<Values>, field: Field<Values>, values: Values) {
  const value = values[field.name]
  if (!field.fills || isEmpty(value) || check(spec, values).fields[field.name]) return {}
  return field.fills(value)
}

/** An ID number knows sex and birthday; what was typed beside it has to agree. */
function disagreementsOf<Values extends object>(asked: readonly Field<Values>[], values: Values) {
  const found: Record<string, Problem<Values>> = {}
  const sources = asked.filter(
    ({ kind, fills, name }) => (kind === 'idCard' || fills) && isIdCard(String(values[name])),
  )
  for (const source of sources) {
    const facts: Partial<Values> = source.fills?.(values[source.name]) ?? {}
    for (const field of asked) {
      const fact = facts[field.name]
      if (fact === undefined || isEmpty(values[field.name]) || fact === values[field.name]) continue
      const name = optionsOf(field, values).find(({ value }) => value === fact)?.label ?? String(fact)
      found[field.name] = {
        words: `${field.label}与身份证号${field.label}不符`,
        repair: { label: `改为“${name}”`, change: { [field.name]: fact } as unknown as Partial<Values> },
      }
    }
  }
  return found
}

/** For the list of errors, where the label stands before it: 性别：与身份证号性别不符. */
export function shortWords(label: string, words: string) {
  const without = words.startsWith(label)
    ? words.slice(label.length)
    : words.startsWith('请') && words.endsWith(label)
      ? words.slice(0, -label.length)
      : words
  return `${label}：${without || words}`
}

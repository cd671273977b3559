import { isIdCard } from '#packages/core/id-card.ts'
import { isMobile } from '#packages/core/phone.ts'
import { getFormErrors } from '../form-errors.ts'
import type { Field, FieldKind, FormSpec, Option } from './form-spec.ts'

/** The error of a field, and an optional fix. */
export interface FieldProblem<Values> {
  message: string
  repair?: { label: string; change: Partial<Values> }
  /** Of `rows`: the message of each invalid cell, by row and name: `2.begins`. */
  cells?: Readonly<Record<string, string>>
}

export interface FormProblems<Values> {
  /** By field name, in the order of the form. */
  fields: Partial<Record<string, FieldProblem<Values>>>
  /** An error that belongs to no visible field. */
  whole: string | undefined
}

export const listFields = <Values>(spec: FormSpec<Values>) => spec.sections.flatMap(({ fields }) => fields)

export const isFieldVisible = <Values>(field: Field<Values>, values: Values) => field.when?.(values) ?? true

export const getFieldOptions = <Values>({ options = [] }: Field<Values>, values: Values): readonly Option[] =>
  typeof options === 'function' ? options(values) : options

const isEmpty = (value: unknown) =>
  value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0)

/** The values to send: hidden fields have their initial values. */
export function getVisibleValues<Values extends object>(spec: FormSpec<Values>, values: Values): Values {
  const start = spec.initial()
  const hiddenFields = listFields(spec).filter((field) => !isFieldVisible(field, values))
  return { ...values, ...(Object.fromEntries(hiddenFields.map(({ name }) => [name, start[name]])) as Partial<Values>) }
}

/** All errors of a form. The messages of the contract come first. */
export function validateForm<Values extends object>(spec: FormSpec<Values>, values: Values): FormProblems<Values> {
  const visibleFields = listFields(spec).filter((field) => isFieldVisible(field, values))
  const errors = getFormErrors(spec.schema, getVisibleValues(spec, values))
  const refused = pickFirstMessages(errors)
  const disagreements = findIdCardConflicts(visibleFields, values)
  const fields: FormProblems<Values>['fields'] = {}
  for (const field of visibleFields) {
    const rowsProblem = field.rows && findRowsProblem<Values>(field, values[field.name], errors)
    if (rowsProblem) {
      fields[field.name] = rowsProblem
      continue
    }
    const disagreement = disagreements[field.name]
    const message = getFieldMessage(field, values[field.name], refused[field.name]) ?? disagreement?.message
    if (message !== undefined) fields[field.name] = { ...disagreement, message }
  }
  const names = new Set<string>(visibleFields.map(({ name }) => name))
  const stray = Object.keys(refused).find((name) => !names.has(name))
  return { fields, whole: stray === undefined ? undefined : refused[stray] }
}

/** The invalid cells. The message of the field names the first of them. */
function findRowsProblem<Values>(
  { name, rows }: Field<Values>,
  value: unknown,
  errors: Record<string, string>,
): FieldProblem<Values> | undefined {
  const cells: Record<string, string> = {}
  let message: string | undefined
  for (const [at, row] of (value as readonly Readonly<Record<string, unknown>>[]).entries())
    for (const cell of rows!.cells) {
      const found = getFieldMessage(cell, row[cell.name], errors[`${name}.${at}.${cell.name}`])
      if (found === undefined) continue
      cells[`${at}.${cell.name}`] = found
      message ??= `第 ${at + 1} 行：${found}`
    }
  return message === undefined ? undefined : { message, cells }
}

/** The messages of the server about cells of a field: `periods.2.begins` without the name of the field. */
export const getCellErrors = (errors: Readonly<Record<string, string>>, name: string) =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([path, message]) =>
      path.startsWith(`${name}.`) ? [[path.slice(name.length + 1), message]] : [],
    ),
  )

/** An error inside a list or a group is shown at its field. */
function pickFirstMessages(errors: Record<string, string>) {
  const first: Record<string, string> = {}
  for (const [path, message] of Object.entries(errors)) first[path.split('.')[0]!] ??= message
  return first
}

type JudgedField = Pick<Field<never>, 'kind' | 'label' | 'required'>

/** A schema without its own message answers in English: then the message of the field's kind is used. */
function getFieldMessage(field: JudgedField, value: unknown, refused: string | undefined) {
  if (refused !== undefined && /\p{Script=Han}/u.test(refused)) return refused
  return getKindMessage(field, value) ?? (refused === undefined ? undefined : `${field.label}填写有误`)
}

const chosen: ReadonlySet<FieldKind> = new Set(['select', 'multi', 'radio', 'date', 'days', 'control', 'custom'])

function getKindMessage({ kind, label, required = false }: JudgedField, value: unknown) {
  if (isEmpty(value)) {
    if (!required) return undefined
    if (kind === 'rows') return `请添加${label}`
    return kind === 'idCard' ? '身份证号不能为空' : `${chosen.has(kind) ? '请选择' : '请输入'}${label}`
  }
  if (kind === 'idCard' && !isIdCard(String(value))) return '请输入正确的身份证'
  if (kind === 'phone' && !isMobile(String(value))) return '请输入正确的手机号'
  return undefined
}

/** The values derived from a field; none, unless its value is valid. */
export function getDerivedValues<Values extends object>(spec: FormSpec<Values>, field: Field<Values>, values: Values) {
  const value = values[field.name]
  if (!field.fills || isEmpty(value) || validateForm(spec, values).fields[field.name]) return {}
  return field.fills(value)
}

/** An ID number determines sex and birthday; the typed values must agree. */
function findIdCardConflicts<Values extends object>(visibleFields: readonly Field<Values>[], values: Values) {
  const found: Record<string, FieldProblem<Values>> = {}
  const sources = visibleFields.filter(
    ({ kind, fills, name }) => (kind === 'idCard' || fills) && isIdCard(String(values[name])),
  )
  for (const source of sources) {
    const facts: Partial<Values> = source.fills?.(values[source.name]) ?? {}
    for (const field of visibleFields) {
      const fact = facts[field.name]
      if (fact === undefined || isEmpty(values[field.name]) || fact === values[field.name]) continue
      const name = getFieldOptions(field, values).find(({ value }) => value === fact)?.label ?? String(fact)
      found[field.name] = {
        message: `${field.label}与身份证号${field.label}不符`,
        repair: { label: `改为“${name}”`, change: { [field.name]: fact } as unknown as Partial<Values> },
      }
    }
  }
  return found
}

/** For the list of errors, after the label: 性别：与身份证号性别不符. */
export function formatSummaryMessage(label: string, message: string) {
  const without = message.startsWith(label)
    ? message.slice(label.length)
    : message.startsWith('请') && message.endsWith(label)
      ? message.slice(0, -label.length)
      : message
  return `${label}：${without || message}`
}

import { isDeepStrictEqual } from 'node:util'
import {
  listFormFields,
  listImportedFields,
  type AnyEntity,
  type AnyField,
  type Days,
  type FieldMap,
  type Reference,
} from '#packages/contract'
import { findChoice, parseCell, type ExportCell, type SheetChoice, type SheetColumn } from '#packages/sheet'
import type { NamedField } from './rows.ts'

/** A field with its columns in a spreadsheet: two for a range of days, otherwise one. */
export interface SheetField {
  name: string
  field: AnyField
  columns: readonly SheetColumn[]
}

const toSheetField =
  (entity: AnyEntity) =>
  ([name, field]: NamedField): SheetField => ({
    name,
    field,
    columns: createColumns(name, field, name === entity.name),
  })

export const listImportFields = (entity: AnyEntity): SheetField[] =>
  listImportedFields(entity).map(toSheetField(entity))

/** The columns of the list, then those of the detail and of the form. */
export function listExportFields(entity: AnyEntity): SheetField[] {
  const names = [entity.name, ...entity.list.columns, ...(entity.detail ?? []), ...listFormFields(entity)]
  return [...new Set(names)]
    .map((name): NamedField => [name, (entity.fields as FieldMap)[name]!])
    .filter(([, { show }]) => show !== 'none')
    .map(toSheetField(entity))
}

const yes = '是'
const no = '否'
const yesOrNo: readonly SheetChoice[] = [
  { value: yes, title: yes, synonyms: ['1', 'true', 'y', 'yes', '√', '有'] },
  { value: no, title: no, synonyms: ['0', 'false', 'n', 'no', '×', '无'] },
]
const listChoices = ({ options }: AnyField): SheetChoice[] =>
  Object.entries(options ?? {}).map(([value, title]) => ({ value, title }))

/** The message of the form for a wrong value. */
const findMistake = ({ input }: AnyField, value: unknown) => input.safeParse(value).error?.issues[0]?.message

function createColumns(name: string, field: AnyField, isName: boolean): SheetColumn[] {
  const { kind, label, isRequired, max, visibleWith, isEncrypted, look } = field
  const hint = look.hint ?? look.placeholder
  const base = {
    key: name,
    title: kind === 'decimal' ? `${label}（${look.unit}）` : label,
    isRequired,
    ...(isName && { isName }),
    ...(hint && { hint }),
    ...(visibleWith && { visibleWith }),
  }
  switch (kind) {
    case 'integer':
    case 'decimal':
      return [{ ...base, kind: 'number', check: (cell) => checkNumber(field, cell) }]
    case 'date':
      return [{ ...base, kind: 'date' }]
    case 'dateRange':
      return [
        { ...base, kind: 'date', key: `${name}.from`, title: `${label}起` },
        { ...base, kind: 'date', key: `${name}.to`, title: `${label}止` },
      ]
    case 'choice':
      return [{ ...base, kind: 'choice', choices: listChoices(field) }]
    case 'flag':
      return [{ ...base, kind: 'choice', choices: yesOrNo }]
    case 'choices': {
      const titles = listChoices(field).map(({ title }) => title)
      const check = (cell: string) => checkChoices(field, cell)
      return [{ ...base, kind: 'text', hint: hint ?? `可填多项，用顿号分隔：${titles.join('、')}`, check }]
    }
    case 'reference':
      return [{ ...base, kind: 'lookup', max: 100, hint: hint ?? '填写名称' }]
    case 'text':
    case 'password':
    case 'datetime':
    case 'status':
    case 'files':
    case 'external':
      return [{ ...base, kind: 'text', ...(max && { max }), ...(isEncrypted && { isSensitive: true }) }]
  }
}

function checkNumber(field: AnyField, cell: string): string | undefined {
  const value = parseCells(field, [cell])
  if (!Number.isInteger(value)) return field.kind === 'decimal' ? '最多两位小数' : '应填写整数'
  return findMistake(field, value)
}

function checkChoices(field: AnyField, cell: string): string | undefined {
  const unknown = splitChoices(cell).find((word) => !findChoice(word, listChoices(field)))
  return unknown === undefined ? undefined : `“${unknown}”不在可选范围内`
}

const parseChoice = (field: AnyField, word: string) => {
  const value = findChoice(word, listChoices(field))?.value ?? word
  return field.isNumeric ? Number(value) : value
}

const splitChoices = (cell: string) => cell.split(/[、,，;；\n]/).flatMap((word) => word.trim() || [])

/** The value of a form from the normalised cells of a field; a reference stays the name. */
export function parseCells(field: AnyField, [cell = '', last]: readonly (string | undefined)[]): unknown {
  switch (field.kind) {
    case 'integer':
      return Number(cell)
    case 'decimal': {
      const fen = Number(cell) * 100
      // 0.1 × 100 is not exactly 10; a third decimal place stays a fraction and is refused.
      return Math.abs(fen - Math.round(fen)) < 0.001 ? Math.round(fen) : fen
    }
    case 'flag':
      return cell === yes
    case 'choices':
      return [...new Set(splitChoices(cell).map((word) => parseChoice(field, word)))]
    case 'dateRange':
      return { from: cell, to: last ?? '' }
    case 'text':
    case 'password':
    case 'date':
    case 'datetime':
    case 'choice':
    case 'status':
    case 'reference':
    case 'files':
    case 'external':
      return cell
  }
}

const minute = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' })

/** The value of an answer as cells, in the order of the columns of its field. */
export function formatCells({ kind, options }: AnyField, value: unknown): ExportCell[] {
  if (kind === 'dateRange') return [(value as Days | null)?.from ?? null, (value as Days | null)?.to ?? null]
  if (value === null || value === undefined) return [null]
  switch (kind) {
    case 'choice':
    case 'status':
      return [options![value as string] ?? null]
    case 'choices':
      return [(value as string[]).map((key) => options![key] ?? key).join('、')]
    case 'flag':
      return [value ? yes : no]
    case 'reference':
      return [(value as Reference).name]
    case 'decimal':
      return [(value as number) / 100]
    case 'datetime':
      return [minute.format(new Date(value as string))]
    case 'integer':
    case 'text':
    case 'password':
    case 'date':
      return [value as string | number]
    case 'files':
    case 'external':
      return [options?.[value as string] ?? formatExternal(value)]
  }
}

/** Files and other objects are not exported. */
function formatExternal(value: unknown): ExportCell {
  if (typeof value === 'boolean') return value ? yes : no
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string').join('、')
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

/** The cells of a stored value after an export and an import, for comparing them with the cells of a file. */
export const normaliseCells = ({ field, columns }: SheetField, value: unknown): string[] =>
  formatCells(field, value).map((cell, at) => parseCell(columns[at]!, [], cell).value)

/** Whether cells of a file say the same as the normalised cells of a stored value. */
export function isSame({ field }: SheetField, cells: readonly string[], stored: readonly string[]): boolean {
  if (field.kind !== 'choices') return cells.every((cell, at) => cell === stored[at])
  // The order of several choices has no meaning.
  const sort = (some: readonly string[]) => (parseCells(field, some) as string[]).toSorted()
  return isDeepStrictEqual(sort(cells), sort(stored))
}

export const describeFilter = (field: AnyField, value: unknown): string => {
  const { label, kind } = field
  if (kind === 'date' || kind === 'dateRange' || kind === 'datetime') {
    const { from, to } = value as { from: string | null; to: string | null }
    return `${label}${from ?? ''}至${to ?? ''}`
  }
  if (kind === 'reference') return `指定的${label}`
  return kind === 'flag' ? `${label}：${value ? yes : no}` : (field.options?.[value as string] ?? label)
}

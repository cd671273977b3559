import { formatHundredths, type AnyEntity, type AnyField, type FieldMap } from '#packages/contract/entity/index.ts'
import type { State } from '#packages/contract/labels.ts'
import { getFieldText } from '../field-text.ts'
import { sharedCol } from '../list/columns.ts'
import type { SharedColumn } from '../list/list-spec.ts'

type Values = Readonly<Record<string, unknown>>

const widths: Readonly<Record<AnyField['kind'], number>> = {
  text: 160,
  password: 160,
  integer: 96,
  decimal: 112,
  date: 112,
  dateRange: 200,
  datetime: 168,
  choice: 120,
  choices: 160,
  status: 104,
  flag: 88,
  reference: 160,
  files: 160,
  external: 120,
}
const disabled: State = { tone: 'closed', label: '停用' }
const enabled: State = { tone: 'success', label: '正常', isNormal: true }

/** A status of an entity. A state that nothing follows needs no attention, unless it warns. */
function getFieldState({ states }: AnyField, value: unknown): State {
  const state = states![value as string]!
  const isNormal = !state.next?.length && state.tone !== 'warning' && state.tone !== 'error'
  return { isNormal, ...state }
}

/** Whether a row is disabled, otherwise its status, if its entity has one. */
export function getRowState(entity: AnyEntity, row: Values): State | undefined {
  if (entity.disabled && row[entity.disabled] === true) return disabled
  const [name, field] = Object.entries(entity.fields as FieldMap).find(([, { kind }]) => kind === 'status') ?? []
  return name && field ? getFieldState(field, row[name]) : undefined
}

const isDay = ({ kind }: AnyField) => kind === 'date' || kind === 'datetime'

/** The columns of an entity's list, as the kinds of its fields determine them. */
export function createFieldColumns<Row extends object>({
  fields: all,
  list,
  disabled: flag,
}: AnyEntity): SharedColumn<Row>[] {
  const fields = all as FieldMap
  const hasOneDay = list.columns.filter((name) => isDay(fields[name]!)).length === 1
  return list.columns.map((name) => {
    const field = fields[name]!
    const column = createFieldColumn<Row>(name, field, name === flag)
    const { text, cardText = text, state } = column
    if (state) return column
    const of = (row: Row) => (row as Values)[name]
    const isPlain = (isDay(field) && !hasOneDay) || (field.kind === 'integer' && !field.look.unit)
    if (field.kind === 'flag') return { ...column, cardText: (row) => (of(row) ? field.label : '') }
    // Otherwise a card has the text of the table, also where a page replaces it.
    if (!isPlain) return column
    return { ...column, cardText: (row) => cardText(row) && `${field.label} ${cardText(row)}` }
  })
}

/** `isDisabledFlag`: the flag that disables a row. */
function createFieldColumn<Row extends object>(
  name: string,
  field: AnyField,
  isDisabledFlag: boolean,
): SharedColumn<Row> {
  const of = (row: Row) => (row as Values)[name]
  const { width, dropAt, unit } = field.look
  const base = { key: name, title: field.label, width: width ?? widths[field.kind], ...(dropAt && { dropAt }) }
  const { kind } = field
  if (isDisabledFlag) return sharedCol.state({ ...base, title: '状态', of: (row) => (of(row) ? disabled : enabled) })
  if (kind === 'status') return sharedCol.state({ ...base, of: (row) => getFieldState(field, of(row)) })
  if (kind === 'integer')
    return sharedCol.number({ ...base, card: 'fact', ...(unit && { unit }), of: (row) => of(row) as number | null })
  if (isDay(field))
    return sharedCol.date({
      ...base,
      card: 'fact',
      hasTime: kind === 'datetime',
      of: (row) => of(row) as string | null,
    })
  const column = sharedCol.text<Row>({
    ...base,
    card: kind === 'choice' ? 'kind' : 'fact',
    of: (row) => getFieldText(field, of(row)),
  })
  if (kind !== 'decimal') return column
  return {
    ...column,
    align: 'right',
    cellText: (row) => (of(row) === null ? '' : formatHundredths(of(row) as number, field.look.unit)),
  }
}

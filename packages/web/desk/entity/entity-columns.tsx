import { CheckOutlined, StopOutlined } from '@ant-design/icons'
import { formatFen, type AnyField } from '#packages/contract/entity/index.ts'
import { col, emptyCell } from '../list/columns.tsx'
import type { Column } from '../list/list-spec.ts'
import { getStateLook } from '../status-look.ts'
import { getFieldText } from '#packages/web/core/field-text.ts'

const widths: Readonly<Record<AnyField['kind'], number>> = {
  text: 160,
  password: 160,
  integer: 96,
  money: 112,
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
const disabled = { tone: 'closed', icon: StopOutlined, label: '停用' } as const
const enabled = { tone: 'success', icon: CheckOutlined, label: '正常', isNormal: true } as const

/** The look of a status. A state that nothing follows needs no attention, unless it warns. */
export function getFieldStatus({ states }: AnyField, value: unknown) {
  const state = states![value as string]!
  const isNormal = !state.next?.length && state.tone !== 'warning' && state.tone !== 'error'
  return getStateLook({ isNormal, ...state })
}

/** The column of a field, as its kind determines it. `isDisabledFlag`: the flag that disables a row. */
export function createFieldColumn<Row extends object>(
  name: string,
  field: AnyField,
  isDisabledFlag: boolean,
): Column<Row> {
  const of = (row: Row) => (row as Readonly<Record<string, unknown>>)[name]
  const { width, dropAt, unit } = field.look
  const base = { key: name, title: field.label, width: width ?? widths[field.kind], ...(dropAt && { dropAt }) }
  const { kind } = field
  if (isDisabledFlag) return col.status({ ...base, title: '状态', of: (row) => (of(row) ? disabled : enabled) })
  if (kind === 'status') return col.status({ ...base, of: (row) => getFieldStatus(field, of(row)) })
  if (kind === 'integer')
    return col.number({ ...base, card: 'fact', ...(unit && { unit }), of: (row) => of(row) as number | null })
  if (kind === 'date' || kind === 'datetime')
    return col.date({ ...base, card: 'fact', hasTime: kind === 'datetime', of: (row) => of(row) as string | null })
  const column = col.text<Row>({
    ...base,
    card: kind === 'choice' ? 'kind' : 'fact',
    of: (row) => getFieldText(field, of(row)),
  })
  if (kind !== 'money') return column
  const amount = (row: Row) => (of(row) === null ? emptyCell : formatFen(of(row) as number))
  return { ...column, align: 'right', cell: amount }
}

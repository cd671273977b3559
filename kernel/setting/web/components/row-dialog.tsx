import { Input } from 'antd'
import { z } from 'zod'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { Field, FormSpec } from '#packages/web/desk/form/form-spec.ts'
import type { SettingRowField } from '../../contract.ts'
import { fromDateTimeField, toDateTimeField } from './date-time-field.ts'

export type RowData = Record<string, unknown>
type Values = Record<string, string>

interface Props {
  title: string
  fields: readonly SettingRowField[]
  /** The existing row, when one is edited. */
  row: RowData | undefined
  onDone: (row: RowData) => void
  onClose: () => void
}

/** Edits one row of a list. The row is saved with the page. */
export function RowDialog({ title, fields, row, onDone, onClose }: Props) {
  const submit = (values: Values) => {
    onDone({
      ...row,
      ...Object.fromEntries(fields.map((field) => [field.key, parseText(field, values[field.key] ?? '')])),
    })
    return Promise.resolve()
  }
  return (
    <FormDialog title={title} form={createRowForm(fields, row)} submit={submit} submitLabel="确定" onClose={onClose} />
  )
}

const parseText = ({ kind }: SettingRowField, text: string): unknown => {
  if (kind === 'dateTime') return fromDateTimeField(text)
  if (kind === 'list') return text.split(/[、，,\s]+/).filter(Boolean)
  return text
}

const toText = ({ kind }: SettingRowField, value: unknown): string => {
  if (kind === 'dateTime') return toDateTimeField(value)
  if (kind === 'list') return Array.isArray(value) ? value.join('、') : ''
  return typeof value === 'string' ? value : ''
}

const createRowForm = (fields: readonly SettingRowField[], row: RowData | undefined): FormSpec<Values> => ({
  schema: z.object(
    Object.fromEntries(
      fields.map(({ key, title, isRequired }) => {
        const text = z.string().trim().max(200, `${title}不超过200字`)
        return [key, isRequired ? text.min(1, `请填写${title}`) : text]
      }),
    ),
  ) as unknown as FormSpec<Values>['schema'],
  initial: () => Object.fromEntries(fields.map((field) => [field.key, toText(field, row?.[field.key])])),
  sections: [{ fields: fields.map(toFormField) }],
})

function toFormField({ key, title, kind, isRequired, options = [] }: SettingRowField): Field<Values> {
  const field = { name: key, label: title, required: isRequired }
  if (kind === 'choice') return { ...field, kind: 'select', options }
  if (kind === 'list') return { ...field, kind: 'text', hint: '多项用顿号分开' }
  if (kind === 'text') return { ...field, kind: 'text', width: 'long' }
  return {
    ...field,
    kind: 'custom',
    width: 'middle',
    draw: ({ control, name, value, onChange }) => (
      <Input
        {...control}
        type="datetime-local"
        name={name}
        value={value as string}
        onChange={({ target }) => onChange(target.value)}
      />
    ),
  }
}

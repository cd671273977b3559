import { Input } from 'antd'
import { z } from 'zod'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { Field, FormSpec } from '#packages/web/desk/form/spec.ts'
import type { RowField } from '../../contract.ts'
import { fromField, toField } from './moment.ts'

export type Row = Record<string, unknown>
type Values = Record<string, string>

interface Props {
  title: string
  fields: readonly RowField[]
  /** What is there already, when something is changed. */
  row: Row | undefined
  onDone: (row: Row) => void
  onClose: () => void
}

/** Asks for one row of a list. It is kept on the page; the page is what is saved. */
export function RowDialog({ title, fields, row, onDone, onClose }: Props) {
  const submit = (values: Values) => {
    onDone({ ...row, ...Object.fromEntries(fields.map((field) => [field.key, read(field, values[field.key] ?? '')])) })
    return Promise.resolve()
  }
  return <FormDialog title={title} form={formOf(fields, row)} submit={submit} submitLabel="确定" onClose={onClose} />
}

const read = ({ kind }: RowField, text: string): unknown => {
  if (kind === 'dateTime') return fromField(text)
  if (kind === 'words') return text.split(/[、，,\s]+/).filter(Boolean)
  return text
}

const shown = ({ kind }: RowField, value: unknown): string => {
  if (kind === 'dateTime') return toField(value)
  if (kind === 'words') return Array.isArray(value) ? value.join('、') : ''
  return typeof value === 'string' ? value : ''
}

const formOf = (fields: readonly RowField[], row: Row | undefined): FormSpec<Values> => ({
  schema: z.object(
    Object.fromEntries(
      fields.map(({ key, title, isRequired }) => {
        const text = z.string().trim().max(200, `${title}不超过200字`)
        return [key, isRequired ? text.min(1, `请填写${title}`) : text]
      }),
    ),
  ) as unknown as FormSpec<Values>['schema'],
  initial: () => Object.fromEntries(fields.map((field) => [field.key, shown(field, row?.[field.key])])),
  sections: [{ fields: fields.map(asked) }],
})

function asked({ key, title, kind, isRequired, options = [] }: RowField): Field<Values> {
  const field = { name: key, label: title, required: isRequired }
  if (kind === 'choice') return { ...field, kind: 'select', options }
  if (kind === 'words') return { ...field, kind: 'text', hint: '多项用顿号分开' }
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

import { DeleteOutlined, EditOutlined, LockOutlined, PlusOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import type { SettingControl, SettingKeySchema, SettingRowField } from '../../contract.ts'
import { formatDateTime } from './date-time-field.ts'
import { RowDialog, type RowData } from './row-dialog.tsx'
import styles from './rows-editor.module.css'

interface Props {
  of: SettingKeySchema
  rows: Extract<SettingControl, { kind: 'rows' }>
  value: unknown
  inherited: unknown
  onChange: (value: RowData[]) => void
}

/** A row list that every level adds to: inherited rows are shown with a lock, own rows can be edited. */
export function RowsEditor({ of: key, rows: { fields, unit, most }, value, inherited, onChange }: Props) {
  const own = asRows(value)
  const above = asRows(inherited)
  /** -1 for a new row. */
  const [editing, setEditing] = useState<number>()
  const emptyChoice = fields.find(
    ({ kind, isRequired, options }) => kind === 'choice' && isRequired && !options?.length,
  )
  const put = (row: RowData) =>
    onChange(editing === -1 ? [...own, row] : own.map((other, at) => (at === editing ? row : other)))
  return (
    <div className={styles['rows']}>
      {above.length + own.length === 0 && <p className={styles['none']}>还没有{key.title}</p>}
      <ul className={styles['list']}>
        {above.map((row, at) => (
          <li key={`above-${at}`} className={styles['row']}>
            <RowSummary fields={fields} row={row} />
            <span className={styles['locked']}>
              <Glyph of={LockOutlined} />
              上级设置
            </span>
          </li>
        ))}
        {own.map((row, at) => (
          <li key={`own-${at}`} className={styles['row']}>
            <RowSummary fields={fields} row={row} />
            <span className={styles['acts']}>
              <Button
                type="text"
                icon={<Glyph of={EditOutlined} />}
                aria-label="编辑"
                title="编辑"
                onClick={() => setEditing(at)}
              />
              <Button
                type="text"
                icon={<Glyph of={DeleteOutlined} />}
                aria-label="移除"
                title="移除"
                onClick={() => onChange(own.filter((_, other) => other !== at))}
              />
            </span>
          </li>
        ))}
      </ul>
      <Button
        icon={<Glyph of={PlusOutlined} />}
        disabled={own.length >= most || emptyChoice !== undefined}
        onClick={() => setEditing(-1)}
      >
        新建{key.title}
      </Button>
      {emptyChoice && <p className={styles['none']}>还没有可以选择的{emptyChoice.title}</p>}
      {own.length >= most && (
        <p className={styles['none']}>
          最多 {most} {unit}
        </p>
      )}
      {editing !== undefined && (
        <RowDialog
          title={`${editing === -1 ? '新建' : '编辑'}${key.title}`}
          fields={fields}
          row={own[editing]}
          onDone={put}
          onClose={() => setEditing(undefined)}
        />
      )}
    </div>
  )
}

export const asRows = (value: unknown) => (Array.isArray(value) ? (value as RowData[]) : [])

/** The first field is the title; the others are shown below it. */
export function RowSummary({ fields, row }: { fields: readonly SettingRowField[]; row: RowData }) {
  const [first, ...others] = fields
  return (
    <span className={styles['list']}>
      <span>{first && formatCell(first, row[first.key])}</span>
      <span className={styles['facts']}>
        {others.map((field) => (
          <span key={field.key}>
            {field.title} {formatCell(field, row[field.key])}
          </span>
        ))}
      </span>
    </span>
  )
}

function formatCell({ kind, options }: SettingRowField, value: unknown): string {
  if (kind === 'dateTime') return formatDateTime(value)
  if (kind === 'list') return Array.isArray(value) && value.length > 0 ? value.join('、') : '无'
  if (kind === 'choice') return options?.find((option) => option.value === value)?.label ?? String(value as string)
  return String((value ?? '—') as string)
}

import { DownOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import type { Control } from '#packages/web/desk/form/form-row.tsx'
import { getLabelId } from '#packages/web/desk/form/form-row.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { teachersQuery, type Teacher } from '../class-queries.ts'
import styles from './teacher-select.module.css'

interface Props {
  /** Null: the caller's school. */
  orgId: string | null
  value: string | null
  onChange: (userId: string | null) => void
  /** The accessible name outside a form; in a form the row has a label. */
  label?: string
  control?: Control
  /** The current selection, in case they are no longer in the list of teachers. */
  known?: { id: string; name: string } | undefined
  /** Teachers of this subject come first. */
  subject?: string | undefined
}

/** A select of a school's teachers. Not paged, because a school has a few hundred; typing filters them. */
export function TeacherSelect({ orgId, value, onChange, label, control, known, subject }: Props) {
  const { data, error, isPending } = useQuery(teachersQuery(orgId))
  const isPhone = usePhone()
  return (
    <Select
      {...(control && { ...control, 'aria-labelledby': getLabelId(control.id) })}
      {...(label && { 'aria-label': label })}
      className={styles['select']!}
      size={isPhone ? 'large' : 'middle'}
      suffixIcon={<Glyph of={DownOutlined} />}
      placeholder="姓名"
      value={value}
      options={optionsOf(data ?? [], known, subject)}
      allowClear
      notFoundContent={error ? getErrorMessage(error) : isPending ? '正在加载' : '没有找到'}
      showSearch={{ filterOption: (typed, option) => String(option?.label ?? '').includes(typed.trim()) }}
      // A popup outside an open dialog would be covered by it.
      getPopupContainer={(node: HTMLElement) => node.closest('dialog') ?? document.body}
      onChange={(id: string | null | undefined) => onChange(id ?? null)}
    />
  )
}

function optionsOf(teachers: readonly Teacher[], known: Props['known'], subject: string | undefined) {
  const isOf = (one: Teacher) => subject !== undefined && one.subject === subject
  const ordered = subject ? [...teachers.filter(isOf), ...teachers.filter((one) => !isOf(one))] : teachers
  const options = ordered.map(({ id, name, subject: taught }) => ({
    value: id,
    label: taught ? `${name}　${taught}` : name,
  }))
  return known && teachers.every(({ id }) => id !== known.id)
    ? [{ value: known.id, label: known.name }, ...options]
    : options
}

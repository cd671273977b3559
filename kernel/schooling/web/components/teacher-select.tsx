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
  /** Null: one's own school. */
  orgId: string | null
  value: string | null
  onChange: (userId: string | null) => void
  /** What it is called where there are many of them; in a form its row says it. */
  label?: string
  control?: Control
  /** Whoever is chosen, should they not be among the teachers any more. */
  known?: { id: string; name: string } | undefined
  /** Those who teach this come first. */
  subject?: string | undefined
}

/** A teacher of a school. A school has a few hundred, so all are there at once, and typing narrows them. */
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
      // Nothing lies above an open dialog but what is inside.
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

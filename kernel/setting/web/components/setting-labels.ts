import { ApartmentOutlined, BankOutlined, LockOutlined, SettingOutlined } from '@ant-design/icons'
import { formatDate } from '#packages/web/core/format/time.ts'
import type { Icon } from '#packages/web/desk/glyph.tsx'
import type { Tone } from '#packages/web/desk/status-tag.tsx'
import type { SettingControl, SettingSourceKind } from '../../contract.ts'

/** The labels of the sources. */
export const sourceLabels: Readonly<
  Record<SettingSourceKind, { label: string; tone: Tone; icon: Icon; isQuiet: boolean }>
> = {
  own: { label: '本单位设置', tone: 'info', icon: BankOutlined, isQuiet: false },
  above: { label: '上级默认', tone: 'closed', icon: ApartmentOutlined, isQuiet: true },
  fixed: { label: '上级锁定', tone: 'warning', icon: LockOutlined, isQuiet: false },
  standard: { label: '系统默认', tone: 'closed', icon: SettingOutlined, isQuiet: true },
}

const formatAmount = (value: number, per: number) => String(Math.round((value / per) * 100) / 100)

/** A value as text, by its control. */
export function formatValue(control: SettingControl, value: unknown): string {
  switch (control.kind) {
    case 'switch':
      return value ? '开启' : '关闭'
    case 'number':
      return typeof value === 'number' ? `${formatAmount(value, control.per)} ${control.unit}` : '—'
    case 'choice':
      return control.options.find((option) => option.value === value)?.label ?? '—'
    case 'choices':
      return formatLabels(control.options, value)
    case 'day':
      return value ? formatDate(value as string) : '不限'
    case 'secret':
      return '已加密保存'
    case 'rows':
      return Array.isArray(value) && value.length > 0 ? `${value.length} ${control.unit}` : '无'
    case 'text':
      return typeof value === 'string' && value !== '' ? value : '—'
  }
}

function formatLabels(options: readonly { value: string; label: string }[], value: unknown) {
  const chosen = options.filter((option) => Array.isArray(value) && value.includes(option.value))
  if (chosen.length === 0) return '无'
  return chosen.length === options.length && chosen.length > 1
    ? `全部（${chosen.length} 项）`
    : chosen.map(({ label }) => label).join('、')
}

/** A value in the history, where null means inherited. */
export const formatChange = (control: SettingControl | undefined, value: unknown): string => {
  if (value === null || value === undefined) return '未设置'
  if (!control) return Array.isArray(value) ? value.join('、') || '无' : '—'
  return formatValue(control, value)
}

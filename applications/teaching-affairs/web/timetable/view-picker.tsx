import { DownOutlined } from '@ant-design/icons'
import { Select, type RefSelectProps, type SelectProps } from 'antd'
import type { Ref } from 'react'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { viewKinds, type ViewChoice, type ViewKind } from './timetable-views.ts'
import styles from './version-bar.module.css'

interface Props {
  kind: ViewKind
  choices: readonly ViewChoice[]
  value: string
  onChange: (id: string) => void
  ref?: Ref<RefSelectProps>
}

/** Whose timetable is shown; typing finds it, and the key F leads here. */
export const ViewPicker = ({ kind, choices, value, onChange, ref }: Props) => (
  <Select
    {...(ref && { ref })}
    className={styles['picker']!}
    aria-label={`选择${viewKinds[kind]}`}
    title="按 F 查找"
    suffixIcon={<Glyph of={DownOutlined} />}
    placeholder={`选择${viewKinds[kind]}`}
    value={value || null}
    options={groupChoices(choices)}
    notFoundContent="没有找到"
    showSearch={{ filterOption: (typed, option) => toText(option?.label).includes(typed.trim()) }}
    onChange={(id: string | null) => id && onChange(id)}
  />
)

const toText = (label: unknown) => (typeof label === 'string' ? label : '')

/** Classes below their grade. */
function groupChoices(choices: readonly ViewChoice[]): NonNullable<SelectProps['options']> {
  const groups = [...new Set(choices.map(({ group }) => group))]
  const toOption = ({ value, label }: ViewChoice) => ({ value, label })
  if (groups.length < 2) return choices.map(toOption)
  return groups.map((group) => ({
    label: group,
    options: choices.filter((choice) => choice.group === group).map(toOption),
  }))
}

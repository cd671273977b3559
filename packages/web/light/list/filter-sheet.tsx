import { use, useState } from 'react'
import type { Reference } from '#packages/contract/entity/index.ts'
import { formatDateRange, isDateRange, parseDateRange } from '#packages/web/core/format/date-range.ts'
import type { FilterSpec } from '#packages/web/core/list/list-spec.ts'
import { BottomSheet } from '../bottom-sheet.tsx'
import { Button } from '../button.tsx'
import { Chips } from '../chips.tsx'
import { PhoneControlsContext } from '../module-parts.ts'
import { TextField } from '../text-field.tsx'
import type { NameReference } from './find-reference.ts'
import type { Filter } from './use-rows.ts'
import styles from './phone-list.module.css'

interface Props {
  filters: readonly FilterSpec[]
  /** What a filter refers to, with its name, as far as it is known. */
  nameOf: NameReference
  onName: (chosen: Reference) => void
  filter: Filter
  onApply: (filter: Filter) => void
  onClose: () => void
}

/** All filters of a list. Nothing changes before they are applied together. */
export function FilterSheet({ filters, nameOf, onName, filter, onApply, onClose }: Props) {
  const [values, setValues] = useState<Filter>(() =>
    Object.fromEntries(filters.flatMap(({ name }) => (filter[name] ? [[name, filter[name]]] : []))),
  )
  const set = (name: string, value: string) =>
    setValues(({ [name]: _, ...others }) => (value ? { ...others, [name]: value } : others))
  return (
    <BottomSheet title="筛选" onClose={onClose}>
      <div className={styles['filters']}>
        {filters.map((spec) => (
          <OneFilter
            key={spec.name}
            spec={spec}
            nameOf={nameOf}
            onName={onName}
            value={values[spec.name] ?? ''}
            onChange={(value) => set(spec.name, value)}
          />
        ))}
      </div>
      <div className={styles['two']}>
        <Button kind="plain" size="task" onClick={() => onApply({})}>
          清除
        </Button>
        <Button size="task" onClick={() => onApply(values)}>
          查看结果
        </Button>
      </div>
    </BottomSheet>
  )
}

const any = { value: '', label: '全部' }
const custom = { value: 'custom', label: '自定义' }

interface OneProps {
  spec: FilterSpec
  nameOf: NameReference
  onName: (chosen: Reference) => void
  value: string
  onChange: (value: string) => void
}

function OneFilter(props: OneProps) {
  const { spec, value, onChange } = props
  const { name, label, options, isDay, isRange, none, reference } = spec
  const [isCustom, setCustom] = useState(() => isRange === true && isDateRange(value))
  if (reference) return <ReferenceFilter {...props} />
  if (isDay) return <TextField type="date" label={label} isOptional value={value} onChange={onChange} />
  const all = [none ? { ...any, label: none } : any, ...options, ...(isRange ? [custom] : [])]
  const { from = '', to = '' } = isCustom ? parseDateRange(value) : {}
  return (
    <>
      <Chips
        label={label}
        name={name}
        isOptional
        hasMark={false}
        options={all}
        value={isCustom ? custom.value : value}
        onChange={(chosen) => {
          setCustom(chosen === custom.value)
          onChange(chosen === custom.value ? '' : chosen)
        }}
      />
      {isCustom && (
        <div className={styles['two']}>
          <TextField type="date" label="开始" isOptional value={from} onChange={(day) => onChange(toRange(day, to))} />
          <TextField type="date" label="结束" isOptional value={to} onChange={(day) => onChange(toRange(from, day))} />
        </div>
      )}
    </>
  )
}

function ReferenceFilter({ spec, nameOf, onName, value, onChange }: OneProps) {
  const { name, label, reference } = spec
  const Control = use(PhoneControlsContext).controls[reference!.control]!
  return (
    <Control
      name={name}
      label={label}
      isOptional
      error={undefined}
      hint={undefined}
      value={value || null}
      known={nameOf(spec, value)}
      orgId={reference!.orgId}
      max={undefined}
      onChange={(id, chosen) => {
        if (chosen) onName(chosen)
        onChange((id as string | null) ?? '')
      }}
      onPending={() => {}}
    />
  )
}

const toRange = (from: string, to: string) => (from || to ? formatDateRange({ from, to }) : '')

import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useId, useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { NumberControl } from '#packages/web/desk/form/controls/number.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import type { Condition, ConditionValue } from '../../contract.ts'
import {
  createComparison,
  describeCondition,
  fromGroups,
  listComparedFields,
  listOperators,
  toGroups,
  type Comparison,
  type Operator,
  type SubjectField,
} from './conditions.ts'
import styles from './condition-field.module.css'

interface Props {
  /** 步骤, 分支. */
  noun: string
  condition: Condition | undefined
  fields: readonly SubjectField[]
  onChange: (condition: Condition | undefined) => void
}

/** When a step is part of the way: groups of comparisons, read back as a sentence. */
export function ConditionField({ noun, condition, fields, onChange }: Props) {
  const compared = listComparedFields(fields)
  const groups = toGroups(condition)
  const set = (next: readonly (readonly Comparison[])[]) => onChange(fromGroups(next))
  const first = compared[0]
  if (!first) return <p className={styles['sentence']}>该业务没有可用作条件的内容，每次申请都经过此{noun}。</p>
  const sentence = condition
    ? `${describeCondition(condition, fields)} 时经过此${noun}，否则跳过。`
    : `每次申请都经过此${noun}。`
  return (
    <div className={styles['field']}>
      <p className={styles['sentence']}>{sentence}</p>
      {groups?.map((group, at) => (
        // Groups and comparisons have no names of their own; nothing in a row outlives a change of its value.
        // eslint-disable-next-line react/no-array-index-key
        <div key={at} className={styles['group']} role="group" aria-label={`条件 ${at + 1}`}>
          {at > 0 && <span className={styles['word']}>或</span>}
          {group.map((comparison, index) => (
            <ComparisonRow
              // eslint-disable-next-line react/no-array-index-key
              key={index}
              word={index > 0 ? '且' : ''}
              comparison={comparison}
              fields={compared}
              onChange={(next) => set(groups.map((one, here) => (here === at ? replace(one, index, next) : one)))}
            />
          ))}
          <Button
            type="link"
            icon={<Glyph of={PlusOutlined} />}
            onClick={() => set(groups.map((one, here) => (here === at ? [...one, createComparison(first)] : one)))}
          >
            并且
          </Button>
        </div>
      ))}
      <div className={styles['buttons']}>
        {groups ? (
          <Button icon={<Glyph of={PlusOutlined} />} onClick={() => set([...groups, [createComparison(first)]])}>
            {groups.length === 0 ? '设置条件' : '或者'}
          </Button>
        ) : (
          <Button onClick={() => onChange(undefined)}>清除条件</Button>
        )}
      </div>
    </div>
  )
}

const replace = (group: readonly Comparison[], index: number, next: Comparison | undefined) =>
  group.flatMap((one, at) => (at === index ? (next ? [next] : []) : [one]))

interface RowProps {
  word: string
  comparison: Comparison
  fields: readonly SubjectField[]
  /** Undefined removes it. */
  onChange: (comparison: Comparison | undefined) => void
}

function ComparisonRow({ word, comparison, fields, onChange }: RowProps) {
  const field = fields.find(({ key }) => key === comparison.field)
  const choose = (key: string) => {
    const next = fields.find((one) => one.key === key)
    if (next) onChange(createComparison(next))
  }
  return (
    <div className={styles['row']}>
      {word && <span className={styles['word']}>{word}</span>}
      <PlainSelect
        label="条件字段"
        value={field ? comparison.field : ''}
        placeholder="请选择"
        options={fields.map((one) => ({ value: one.key, label: one.label }))}
        onChange={choose}
      />
      {field && (
        <>
          <PlainSelect
            label="比较方式"
            value={comparison.op}
            options={listOperators(field)}
            onChange={(op) => onChange(changeOperator(comparison, op as Operator))}
          />
          <ValueInput field={field} comparison={comparison} onChange={(value) => onChange({ ...comparison, value })} />
        </>
      )}
      <Button
        type="text"
        icon={<Glyph of={CloseOutlined} />}
        aria-label="删除条件"
        title="删除条件"
        onClick={() => onChange(undefined)}
      />
    </div>
  )
}

/** 属于 compares with several values, everything else with one. */
const changeOperator = (comparison: Comparison, op: Operator): Comparison => {
  const values = [comparison.value].flat()
  return { ...comparison, op, value: op === 'in' ? values.filter((value) => value !== '') : (values[0] ?? '') }
}

interface ValueProps {
  field: SubjectField
  comparison: Comparison
  onChange: (value: ConditionValue | ConditionValue[]) => void
}

function ValueInput({ field, comparison: { op, value }, onChange }: ValueProps) {
  if (field.type === 'boolean')
    return (
      <PlainSelect
        label="条件的值"
        value={value === false ? 'no' : 'yes'}
        options={[
          { value: 'yes', label: '是' },
          { value: 'no', label: '否' },
        ]}
        onChange={(chosen) => onChange(chosen === 'yes')}
      />
    )
  if (field.options && op !== 'in')
    return (
      <PlainSelect
        label="条件的值"
        placeholder="请选择"
        value={String(value as ConditionValue)}
        options={Object.entries(field.options).map(([code, label]) => ({ value: code, label }))}
        onChange={onChange}
      />
    )
  if (op === 'in') return <ListInput values={[value].flat().map(String)} onChange={onChange} />
  if (field.type === 'number') return <NumberInput value={value} onChange={onChange} />
  return (
    <Input
      aria-label="条件的值"
      className={styles['value']!}
      type={field.type === 'date' ? 'date' : 'text'}
      maxLength={200}
      value={String(value as ConditionValue)}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

interface NumberProps {
  value: Comparison['value']
  onChange: (value: number | '') => void
}

/** Empty until a number is entered. */
function NumberInput({ value, onChange }: NumberProps) {
  const id = useId()
  return (
    <span className={styles['value']}>
      <NumberControl
        control={{ id, status: '', 'aria-invalid': false, 'aria-label': '条件的值' }}
        name="value"
        options={[]}
        placeholder={undefined}
        isRequired={false}
        isFilled={false}
        isPhone={false}
        none={null}
        value={typeof value === 'number' ? value : null}
        onChange={(next) => onChange((next as number | null) ?? '')}
        onPending={() => {}}
      />
    </span>
  )
}

const separator = '、'
const split = (text: string) =>
  text
    .split(/[、，,]/)
    .map((part) => part.trim())
    .filter(Boolean)

/** Several texts. A separator at the end, for example, exists only here. */
function ListInput({ values, onChange }: { values: readonly string[]; onChange: (values: string[]) => void }) {
  const [typed, setTyped] = useState('')
  const text = values.join(separator)
  return (
    <Input
      aria-label="条件的值"
      placeholder="用顿号分开，例如 病假、产假"
      value={split(typed).join(separator) === text ? typed : text}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(split(target.value))
      }}
    />
  )
}

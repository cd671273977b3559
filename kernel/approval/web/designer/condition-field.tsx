import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { Button } from '#packages/web/desk/button.tsx'
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
        // Groups have no names of their own.
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
  if (op === 'in')
    return (
      <Input
        aria-label="条件的值"
        placeholder="用顿号分开，例如 病假、产假"
        defaultValue={[value].flat().join('、')}
        onChange={({ target }) =>
          onChange(
            target.value
              .split(/[、，,]/)
              .map((part) => part.trim())
              .filter(Boolean),
          )
        }
      />
    )
  const isNumber = field.type === 'number'
  return (
    <Input
      aria-label="条件的值"
      className={styles['value']!}
      type={field.type === 'date' ? 'date' : 'text'}
      {...(isNumber && { inputMode: 'decimal' })}
      maxLength={200}
      value={String(value as ConditionValue)}
      onChange={({ target }) => onChange(isNumber ? readNumber(target.value) : target.value)}
    />
  )
}

/** What is not a number yet stays as it was typed: 3. or nothing. */
const readNumber = (text: string) => (/^-?\d+(\.\d*[1-9])?$/.test(text) ? Number(text) : text.replace(/[^\d.-]/g, ''))

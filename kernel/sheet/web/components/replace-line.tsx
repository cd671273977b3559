import { useState } from 'react'
import { formatNumber } from '#packages/web/core/format/number.ts'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import type { Batch, BatchRow, IssueGroup, TargetFacts } from '../../contract.ts'
import { replaceValue } from '../queries.ts'
import type { Repairs } from './use-repairs.ts'
import styles from './replace-line.module.css'

interface Props {
  batch: Batch
  facts: TargetFacts
  group: IssueGroup
  rows: readonly BatchRow[]
  repairs: Repairs
}

/** 把“709”全部改为 …: replaces an unknown value everywhere at once. */
export function ReplaceLine({ batch, facts, group, rows, repairs }: Props) {
  const [chosen, setChosen] = useState<string>()
  const column = facts.columns.find(({ key }) => key === group.column)
  const values = listWrongValues(rows, group)
  const from = values.find(({ value }) => value === chosen) ?? values[0]
  if (!column || column.choices.length === 0 || !from) return null
  const replace = (to: string) =>
    repairs.changeMany(
      () => replaceValue(batch.id, group.column, from.value, to),
      (count) => `已修改 ${formatNumber(count)} 行`,
    )
  return (
    <div className={styles['line']}>
      <span>把</span>
      {values.length === 1 ? (
        <strong className={styles['value']}>{`“${from.value}”`}</strong>
      ) : (
        <PlainSelect
          className={styles['select']!}
          label="要替换的内容"
          value={from.value}
          options={values.map(({ value, count }) => ({ value, label: `“${value}”（${count} 行）` }))}
          onChange={setChosen}
        />
      )}
      <span>全部改为</span>
      <PlainSelect
        // The key resets the selection for the next value.
        key={from.value}
        className={styles['select']!}
        label={`把“${from.value}”全部改为`}
        value=""
        placeholder={`请选择${column.title}`}
        disabled={repairs.isBulk}
        options={column.choices.map(({ title }) => ({ value: title, label: title }))}
        onChange={replace}
      />
    </div>
  )
}

/** The wrong values of the group, the most frequent first. */
function listWrongValues(rows: readonly BatchRow[], { kind, column }: IssueGroup) {
  const counts = new Map<string, number>()
  for (const { cells, issues } of rows) {
    const value = cells[column] ?? ''
    if (value && issues.some((issue) => issue.kind === kind)) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts].map(([value, count]) => ({ value, count })).sort((one, other) => other.count - one.count)
}

import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { optionsOf } from '#packages/contract'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { periodKinds, type PeriodKind } from '../../../contract.ts'
import { parseClock, createNextPeriod, type PeriodDraft } from './period-times.ts'
import styles from './period-rows.module.css'

interface Props {
  periods: readonly PeriodDraft[]
  onChange: (periods: PeriodDraft[]) => void
}

const kinds = optionsOf(periodKinds)

/** The periods of a day, one per row. */
export function PeriodRows({ periods, onChange }: Props) {
  const change = (at: number, part: Partial<PeriodDraft>) =>
    onChange(periods.map((period, index) => (index === at ? { ...period, ...part } : period)))
  const add = () => onChange([...periods, createNextPeriod(periods, crypto.randomUUID())])
  return (
    <div className={styles['frame']}>
      <ul className={styles['rows']}>
        {periods.map((period, at) => (
          <Row
            key={period.key}
            period={period}
            title={`第${at + 1}行`}
            onChange={(part) => change(at, part)}
            onRemove={() => onChange(periods.filter((_, index) => index !== at))}
          />
        ))}
      </ul>
      <Button icon={<Glyph of={PlusOutlined} />} disabled={periods.length >= 30} onClick={add}>
        新建一节
      </Button>
    </div>
  )
}

function isBackwards({ begins, ends }: PeriodDraft) {
  const [from, to] = [parseClock(begins), parseClock(ends)]
  return from !== undefined && to !== undefined && to <= from
}

interface RowProps {
  period: PeriodDraft
  /** The accessible name of the row. */
  title: string
  onChange: (part: Partial<PeriodDraft>) => void
  onRemove: () => void
}

function Row({ period, title, onChange, onRemove }: RowProps) {
  const { name, kind } = period
  const clock = (part: 'begins' | 'ends', label: string) => (
    <Input
      inputMode="numeric"
      aria-label={`${title}${label}`}
      placeholder="08:00"
      maxLength={7}
      value={period[part]}
      onChange={({ target }) => onChange({ [part]: target.value })}
      onBlur={({ target }) => onChange({ [part]: parseClock(target.value) ?? target.value })}
    />
  )
  return (
    <li className={styles['row']} data-wrong={isBackwards(period) ? '' : undefined}>
      <Input
        aria-label={`${title}名称`}
        maxLength={20}
        value={name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <PlainSelect
        label={`${title}类型`}
        value={kind}
        options={kinds}
        onChange={(next) => onChange({ kind: next as PeriodKind })}
      />
      {clock('begins', '开始时间')}
      {clock('ends', '结束时间')}
      <Button
        type="text"
        icon={<Glyph of={DeleteOutlined} />}
        aria-label={`删除${name || title}`}
        title="删除"
        onClick={onRemove}
      />
    </li>
  )
}

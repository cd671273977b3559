import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Checkbox, Input } from 'antd'
import { useState } from 'react'
import { optionsOf } from '#packages/contract'
import type { ControlProps } from '#packages/web/core/field-control.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { DateControl } from '#packages/web/desk/form/controls/date.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { halves, type Half } from '#kernel/schooling/contract.ts'
import { mostBabies } from '../../contract.ts'
import { formatCount, listCountNotes } from '../leave-text.ts'
import { choicesQuery, countQuery, type SpanValues } from '../leave-queries.ts'
import { DayLines, listDayLines } from './day-lines.tsx'
import styles from './leave-form.module.css'

interface Props extends ControlProps {
  typeId: string
  change: string | null
  userId: string | null
  hasFiles: boolean
}

const ends = [
  { label: '开始', day: 'startsOn', half: 'startHalf', time: 'startTime' },
  { label: '结束', day: 'endsOn', half: 'endHalf', time: 'endTime' },
] as const

/** From when to when, by half-days or by times, with what it counts. */
export function SpanControl({ typeId, change, userId, hasFiles, ...props }: Props) {
  const value = props.value as SpanValues
  const { data: choices } = useQuery(choicesQuery)
  const type = choices?.types.find(({ id }) => id === typeId)
  const isByHour = type?.unit === 'hour'
  const set = (part: Partial<SpanValues>) => {
    const next = { ...value, ...part }
    // A later start takes the end along: most leaves are short.
    props.onChange(next.endsOn < next.startsOn && part.startsOn ? { ...next, endsOn: next.startsOn } : next)
  }
  return (
    <div className={styles['span']}>
      {ends.map(({ label, day, half, time }) => (
        <div key={day} className={styles['end']} role="group" aria-label={label}>
          <span aria-hidden="true">{label}</span>
          <DateControl
            {...props}
            control={{
              ...props.control,
              id: day === 'startsOn' ? props.control.id : `${props.control.id}-${day}`,
              'aria-label': `${label}日期`,
            }}
            name={day}
            value={value[day]}
            onChange={(next) => set({ [day]: String(next) })}
          />
          {isByHour ? (
            <Input
              type="time"
              aria-label={`${label}时间`}
              value={value[time] ?? ''}
              onChange={({ target }) => set({ [time]: target.value || null })}
            />
          ) : (
            <PlainSelect
              label={`${label}时段`}
              value={value[half]}
              options={optionsOf(halves)}
              onChange={(next) => set({ [half]: next as Half })}
            />
          )}
        </div>
      ))}
      {type?.kind === 'maternity' && <Birth value={value} onChange={set} />}
      <Count value={value} typeId={typeId} isByHour={isByHour} {...{ change, userId, hasFiles }} />
    </div>
  )
}

const babyOptions = Array.from({ length: mostBabies }, (_, at) => ({ value: String(at + 1), label: `${at + 1} 个` }))

interface BirthProps {
  value: SpanValues
  onChange: (part: Partial<SpanValues>) => void
}

/** 产假 is longer after a difficult birth and with more than one baby. */
function Birth({ value: { isDifficult = false, babies = 1 }, onChange }: BirthProps) {
  return (
    <div className={styles['birth']} role="group" aria-label="生育情况">
      <Checkbox checked={isDifficult} onChange={({ target }) => onChange({ isDifficult: target.checked })}>
        难产
      </Checkbox>
      <span aria-hidden="true">婴儿数</span>
      <PlainSelect
        label="婴儿数"
        value={String(babies)}
        options={babyOptions}
        onChange={(next) => onChange({ babies: Number(next) })}
      />
    </div>
  )
}

interface CountProps extends Pick<Props, 'typeId' | 'change' | 'userId' | 'hasFiles'> {
  value: SpanValues
  isByHour: boolean
}

/** 共 11 个自然日，计 4 天: live, with the days on demand. */
function Count({ value, typeId, isByHour, ...countFor }: CountProps) {
  const [isOpen, setOpen] = useState(false)
  const query = countQuery({ typeId, ...value }, isByHour, countFor)
  const { data } = useQuery({ ...query, placeholderData: keepPreviousData })
  if (!query.enabled || !data) return null
  const notes = listCountNotes(data)
  return (
    <div className={styles['count']}>
      <p role="status">
        <strong>{formatCount(data)}</strong>
        {notes.map((note) => (
          <span key={note}>{note}</span>
        ))}
        {data.perDay.length > 1 && (
          <Button type="link" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? '收起明细' : '每天明细'}
          </Button>
        )}
      </p>
      {data.problems.map((problem) => (
        <p key={problem} className={styles['problem']} role="alert">
          {problem}
        </p>
      ))}
      {isOpen && <DayLines lines={listDayLines(data)} />}
    </div>
  )
}

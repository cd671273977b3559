import { useId } from 'react'
import { textOf } from '#packages/web/desk/form/controls/control.ts'
import { DateControl } from '#packages/web/desk/form/controls/date.tsx'
import { dayIn } from '#packages/web/desk/form/controls/day.ts'
import { labelIdOf } from '#packages/web/desk/form/form-row.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import type { Days } from '../../grant-queries.ts'
import styles from './days-choice.module.css'

interface Props {
  days: Days
  onChange: (days: Days) => void
}

/** What is wrong with them, if anything is. */
export function wrongDays({ from, to }: Days) {
  if ([from, to].some((day) => day !== null && dayIn(day) === undefined)) return '请填写正确的日期，如 2026-12-31'
  return from !== null && to !== null && to < from ? '截止日期不能早于开始日期' : undefined
}

/** From when until when it holds; usually for good. */
export function DaysChoice({ days, onChange }: Props) {
  const id = useId()
  const isPhone = usePhone()
  const wrong = wrongDays(days)
  const day = (name: keyof Days, label: string) => (
    <div className={styles['day']}>
      <label id={labelIdOf(`${id}-${name}`)} htmlFor={`${id}-${name}`}>
        {label}
      </label>
      <DateControl
        control={{
          id: `${id}-${name}`,
          status: wrong ? 'error' : '',
          'aria-invalid': Boolean(wrong),
          'aria-describedby': id,
        }}
        name={name}
        value={days[name] ?? ''}
        options={[]}
        placeholder={undefined}
        none=""
        isPhone={isPhone}
        isRequired={false}
        isFilled={false}
        onChange={(value) => onChange({ ...days, [name]: textOf(value) || null })}
        onHold={() => {}}
      />
    </div>
  )
  return (
    <fieldset className={styles['days']}>
      <legend className={styles['legend']}>有效期</legend>
      {day('from', '开始')}
      {day('to', '截止日期')}
      <p id={id} className={wrong ? styles['wrong'] : styles['note']} role={wrong ? 'alert' : undefined}>
        {wrong ?? '仅对本次新增授权生效；留空表示长期有效'}
      </p>
    </fieldset>
  )
}

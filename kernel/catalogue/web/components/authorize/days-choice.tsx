import { useId } from 'react'
import { toText } from '#packages/web/desk/form/controls/control-props.ts'
import { DateControl } from '#packages/web/desk/form/controls/date.tsx'
import { parseDay } from '#packages/web/desk/form/controls/parse-day.ts'
import { getLabelId } from '#packages/web/desk/form/form-row.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import type { GrantDays } from '../../grant-queries.ts'
import styles from './days-choice.module.css'

interface Props {
  days: GrantDays
  onChange: (days: GrantDays) => void
}

/** The error message for the days, if any. */
export function validateDays({ from, to }: GrantDays) {
  if ([from, to].some((day) => day !== null && parseDay(day) === undefined)) return '请填写正确的日期，如 2026-12-31'
  return from !== null && to !== null && to < from ? '截止日期不能早于开始日期' : undefined
}

/** First and last day of a grant; usually without end. */
export function DaysChoice({ days, onChange }: Props) {
  const id = useId()
  const isPhone = usePhone()
  const wrong = validateDays(days)
  const day = (name: keyof GrantDays, label: string) => (
    <div className={styles['day']}>
      <label id={getLabelId(`${id}-${name}`)} htmlFor={`${id}-${name}`}>
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
        onChange={(value) => onChange({ ...days, [name]: toText(value) || null })}
        onPending={() => {}}
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

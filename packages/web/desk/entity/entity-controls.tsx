import type { Days } from '#packages/contract/entity/index.ts'
import type { ControlProps } from '../form/controls/control-props.ts'
import { DateControl } from '../form/controls/date.tsx'
import { NumberControl } from '../form/controls/number.tsx'
import styles from './entity-controls.module.css'

/** Typed as a decimal, stored in hundredths. */
export function DecimalControl({ value, onChange, ...props }: ControlProps) {
  return (
    <NumberControl
      {...props}
      value={typeof value === 'number' ? value / 100 : value}
      onChange={(typed) => onChange(typeof typed === 'number' ? Math.round(typed * 100) : typed)}
    />
  )
}

/** Two days, as one value; null while both are empty. */
export function DateRangeControl({ value, onChange, control, ...props }: ControlProps) {
  const days = (value as Partial<Days> | null) ?? {}
  const change = (part: keyof Days, day: unknown) => {
    const next = { from: days.from ?? '', to: days.to ?? '', [part]: day }
    onChange(next.from || next.to ? next : null)
  }
  return (
    <span className={styles['range']}>
      <DateControl {...props} control={control} value={days.from ?? ''} onChange={(day) => change('from', day)} />
      <span aria-hidden>至</span>
      <DateControl
        {...props}
        control={{ ...control, id: `${control.id}-to` }}
        value={days.to ?? ''}
        onChange={(day) => change('to', day)}
      />
    </span>
  )
}

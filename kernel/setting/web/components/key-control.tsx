import { useId } from 'react'
import { RadioControl, SwitchControl } from '#packages/web/desk/form/controls/choice.tsx'
import type { ControlProps } from '#packages/web/desk/form/controls/control.ts'
import { DateControl } from '#packages/web/desk/form/controls/date.tsx'
import { NumberControl } from '#packages/web/desk/form/controls/number.tsx'
import { PasswordControl } from '#packages/web/desk/form/controls/password.tsx'
import { MultiControl } from '#packages/web/desk/form/controls/select.tsx'
import { TextControl } from '#packages/web/desk/form/controls/text.tsx'
import { labelIdOf, type Control } from '#packages/web/desk/form/form-row.tsx'
import spoken from '#packages/web/desk/spoken.module.css'
import type { KeySchema } from '../../contract.ts'
import { RowsEditor } from './rows-editor.tsx'
import styles from './key-control.module.css'

interface Props {
  of: KeySchema
  value: unknown
  /** Rows from above, which are only shown. */
  inherited?: unknown
  error?: string | undefined
  onChange: (value: unknown) => void
}

/** The control that a key asks for. Its name is said by the row; here it is only there for those who listen. */
export function KeyControl({ of: key, value, inherited, error, onChange }: Props) {
  const id = useId()
  const control: Control = { id, status: error ? 'error' : '', 'aria-invalid': Boolean(error) }
  const props: ControlProps = {
    control,
    name: key.key,
    value,
    placeholder: undefined,
    isRequired: true,
    isFilled: false,
    isPhone: false,
    options: [],
    none: null,
    onChange,
    onHold: () => {},
  }
  const asked = key.control
  return (
    <div className={styles['control']} data-kind={asked.kind}>
      <label id={labelIdOf(id)} htmlFor={id} className={spoken['only']}>
        {key.title}
      </label>
      {drawn()}
    </div>
  )

  function drawn() {
    switch (asked.kind) {
      case 'switch':
        return <SwitchControl {...props} />
      case 'number':
        return (
          <span className={styles['amount']}>
            <NumberControl
              {...props}
              value={typeof value === 'number' ? value / asked.per : null}
              onChange={(typed) => onChange(typeof typed === 'number' ? Math.round(typed * asked.per) : null)}
            />
            <span className={styles['unit']}>{asked.unit}</span>
            <span className={styles['range']}>
              {asked.min}–{asked.max.toLocaleString('zh-CN')}
            </span>
          </span>
        )
      case 'choice':
        return <RadioControl {...props} options={asked.options} />
      case 'choices':
        if (asked.options.length === 0) return <span className={styles['none']}>目前没有可以选择的内容</span>
        return <MultiControl {...props} options={asked.options} />
      case 'text':
        return <TextControl {...props} />
      case 'day':
        return <DateControl {...props} isRequired={false} onChange={(day) => onChange(day === '' ? null : day)} />
      case 'secret':
        return <PasswordControl {...props} placeholder="不修改请留空" value={value ?? ''} />
      case 'rows':
        return <RowsEditor of={key} rows={asked} value={value} inherited={inherited} onChange={onChange} />
    }
  }
}

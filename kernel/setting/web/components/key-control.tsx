import { useId } from 'react'
import { RadioControl, SwitchControl } from '#packages/web/desk/form/controls/radio-switch.tsx'
import type { ControlProps } from '#packages/web/desk/form/controls/control-props.ts'
import { DateControl } from '#packages/web/desk/form/controls/date.tsx'
import { NumberControl } from '#packages/web/desk/form/controls/number.tsx'
import { PasswordControl } from '#packages/web/desk/form/controls/password.tsx'
import { MultiControl } from '#packages/web/desk/form/controls/select.tsx'
import { TextControl } from '#packages/web/desk/form/controls/text.tsx'
import { getLabelId, type Control } from '#packages/web/desk/form/form-row.tsx'
import spoken from '#packages/web/desk/visually-hidden.module.css'
import type { SettingKeySchema } from '../../contract.ts'
import { RowsEditor } from './rows-editor.tsx'
import styles from './key-control.module.css'

interface Props {
  of: SettingKeySchema
  value: unknown
  /** Rows from above, which are read-only. */
  inherited?: unknown
  error?: string | undefined
  onChange: (value: unknown) => void
}

/** The control of a key. The row shows the title; here it is only for screen readers. */
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
    onPending: () => {},
  }
  const shape = key.control
  return (
    <div className={styles['control']} data-kind={shape.kind}>
      <label id={getLabelId(id)} htmlFor={id} className={spoken['only']}>
        {key.title}
      </label>
      {drawn()}
    </div>
  )

  function drawn() {
    switch (shape.kind) {
      case 'switch':
        return <SwitchControl {...props} />
      case 'number':
        return (
          <span className={styles['amount']}>
            <NumberControl
              {...props}
              value={typeof value === 'number' ? value / shape.per : null}
              onChange={(typed) => onChange(typeof typed === 'number' ? Math.round(typed * shape.per) : null)}
            />
            <span className={styles['unit']}>{shape.unit}</span>
            <span className={styles['range']}>
              {shape.min}–{shape.max.toLocaleString('zh-CN')}
            </span>
          </span>
        )
      case 'choice':
        return <RadioControl {...props} options={shape.options} />
      case 'choices':
        if (shape.options.length === 0) return <span className={styles['none']}>目前没有可以选择的内容</span>
        return <MultiControl {...props} options={shape.options} />
      case 'text':
        return <TextControl {...props} />
      case 'day':
        return <DateControl {...props} isRequired={false} onChange={(day) => onChange(day === '' ? null : day)} />
      case 'secret':
        return <PasswordControl {...props} placeholder="不修改请留空" value={value ?? ''} />
      case 'rows':
        return <RowsEditor of={key} rows={shape} value={value} inherited={inherited} onChange={onChange} />
    }
  }
}

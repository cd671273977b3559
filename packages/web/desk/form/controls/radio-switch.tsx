import { Radio } from 'antd'
import { getLabelId } from '../form-row.tsx'
import type { ControlProps, Option } from './control-props.ts'
import styles from './controls.module.css'

/** Side by side on a phone as long as the labels fit into one line; otherwise one below the other. */
const maxLineLength = 20
const fitOneLine = (options: readonly Option[]) =>
  options.reduce((sum, { label }) => sum + label.length + 2, 0) <= maxLineLength

export function RadioControl({ control, name, value, options, isRequired, isPhone, onChange }: ControlProps) {
  return (
    <Radio.Group
      name={name}
      className={`${styles['radios']} ${isPhone && !fitOneLine(options) ? styles['tall'] : ''}`}
      role="radiogroup"
      aria-labelledby={getLabelId(control.id)}
      aria-describedby={control['aria-describedby']}
      aria-invalid={control['aria-invalid']}
      aria-required={isRequired}
      value={value}
      options={[...options]}
      onChange={({ target }) => onChange(target.value)}
      {...(isPhone &&
        fitOneLine(options) && { optionType: 'button', buttonStyle: 'solid', block: true, size: 'large' })}
    />
  )
}

/** The switch is small; the text beside it can be pressed as well. */
export function SwitchControl({ control, name, value, onChange }: ControlProps) {
  return (
    <label className={styles['switch']}>
      <input
        type="checkbox"
        role="switch"
        id={control.id}
        name={name}
        aria-labelledby={getLabelId(control.id)}
        aria-describedby={control['aria-describedby']}
        aria-checked={Boolean(value)}
        checked={Boolean(value)}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span aria-hidden="true">{value ? '是' : '否'}</span>
    </label>
  )
}

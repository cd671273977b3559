import { Input } from 'antd'
import { toText, type ControlProps } from './control-props.ts'
import styles from './controls.module.css'

export function TextControl({ control, name, value, placeholder, isRequired, isFilled, onChange }: ControlProps) {
  return (
    <Input
      {...control}
      name={name}
      className={isFilled ? styles['filled']! : ''}
      autoComplete="off"
      aria-required={isRequired}
      placeholder={placeholder}
      value={toText(value)}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

export function TextareaControl({ control, name, value, placeholder, isRequired, onChange }: ControlProps) {
  return (
    <Input.TextArea
      {...control}
      name={name}
      autoSize={{ minRows: 3, maxRows: 8 }}
      aria-required={isRequired}
      placeholder={placeholder}
      value={toText(value)}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

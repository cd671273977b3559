import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useState } from 'react'
import { Glyph } from '../../glyph.tsx'
import { toText, type ControlProps } from './control-props.ts'
import styles from './controls.module.css'

/** A new password, of the user or of another person: never one that the browser fills in. */
export function PasswordControl({ control, name, value, placeholder, isRequired, onChange }: ControlProps) {
  const [isShown, setShown] = useState(false)
  const buttonLabel = isShown ? '隐藏密码' : '显示密码'
  const eye = (
    <button
      type="button"
      className={styles['inside']}
      aria-label={buttonLabel}
      title={buttonLabel}
      aria-pressed={isShown}
      onClick={() => setShown(!isShown)}
    >
      <Glyph of={isShown ? EyeInvisibleOutlined : EyeOutlined} />
    </button>
  )
  return (
    <Input
      {...control}
      name={name}
      type={isShown ? 'text' : 'password'}
      autoComplete="new-password"
      spellCheck={false}
      maxLength={128}
      aria-required={isRequired}
      placeholder={placeholder}
      value={toText(value)}
      onChange={({ target }) => onChange(target.value)}
      suffix={eye}
    />
  )
}

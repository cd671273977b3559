import { Input } from 'antd'
import { useState } from 'react'
import { cleanNumber } from '#packages/web/core/format/number.ts'
import { toText, type ControlProps } from './control-props.ts'

/** A number. A half-typed value, such as a point without digits after it, exists only here. */
export function NumberControl({ control, name, value, placeholder, isRequired, onChange }: ControlProps) {
  const [typed, setTyped] = useState('')
  const isTyped = numberOf(typed) === value
  return (
    <Input
      {...control}
      name={name}
      inputMode="decimal"
      autoComplete="off"
      aria-required={isRequired}
      placeholder={placeholder}
      value={isTyped ? typed : toText(value)}
      onChange={({ target }) => {
        const cleaned = cleanNumber(target.value, true)
        setTyped(cleaned)
        onChange(numberOf(cleaned))
      }}
    />
  )
}

const numberOf = (text: string) => (text === '' ? null : Number(text))

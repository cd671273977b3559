import { Input } from 'antd'
import { useState } from 'react'
import { cleanNumber } from '#packages/web/core/format/number.ts'
import { toText, type ControlProps } from './control-props.ts'

/** A number. What is half typed, a point without digits after it, is only here. */
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
        const kept = cleanNumber(target.value, true)
        setTyped(kept)
        onChange(numberOf(kept))
      }}
    />
  )
}

const numberOf = (text: string) => (text === '' ? null : Number(text))

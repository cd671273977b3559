import { CheckCircleFilled } from '@ant-design/icons'
import { Input, type InputRef } from 'antd'
import { useLayoutEffect, useRef } from 'react'
import { isIdCard } from '#packages/core/id-card.ts'
import { Glyph } from '../../glyph.tsx'
import { formatGroups, applyTyping, type NumberGrouping } from '../number-groups.ts'
import { toText, type ControlProps } from './control-props.ts'
import styles from './controls.module.css'

interface Props extends ControlProps {
  grouping: NumberGrouping
}

/** A long number, grouped while it is typed. */
export function GroupedControl({ grouping, control, name, value, placeholder, isRequired, isFilled, onChange }: Props) {
  const input = useRef<InputRef>(null)
  const caret = useRef<number>(undefined)
  const text = toText(value)
  useLayoutEffect(() => {
    // React puts the caret at the end of the new value.
    if (caret.current !== undefined) input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })
  const isGood = grouping === 'idCard' && !control['aria-invalid'] && isIdCard(text)
  return (
    <Input
      {...control}
      ref={input}
      name={name}
      className={isFilled ? styles['filled']! : ''}
      autoComplete="off"
      spellCheck={false}
      {...(grouping === 'phone' ? { type: 'tel', inputMode: 'tel' } : { inputMode: 'text' })}
      aria-required={isRequired}
      placeholder={placeholder}
      value={formatGroups(grouping, text)}
      onChange={({ target }) => {
        const after = applyTyping(grouping, text, target.value, target.selectionStart ?? target.value.length)
        caret.current = after.caret
        onChange(after.value)
      }}
      suffix={grouping === 'idCard' && <Glyph of={CheckCircleFilled} className={styles[isGood ? 'good' : 'notYet']!} />}
    />
  )
}

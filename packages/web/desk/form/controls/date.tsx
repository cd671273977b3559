import { CalendarOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useRef } from 'react'
import { Glyph } from '../../glyph.tsx'
import { parseDay, parseCompleteDay } from './parse-day.ts'
import { toText, type ControlProps } from './control-props.ts'
import styles from './controls.module.css'

/** A day: typed in any common format, or chosen from the browser's own calendar, which adds no code. */
export function DateControl(props: ControlProps) {
  const { control, name, value, placeholder = '年-月-日', isRequired, isFilled, isPhone, onChange } = props
  const calendar = useRef<HTMLInputElement>(null)
  if (isPhone) return <PhoneDate {...props} />
  const text = toText(value)
  const button = (
    <span className={styles['opener']}>
      <button
        type="button"
        className={styles['inside']}
        aria-label="打开日历"
        title="打开日历"
        onClick={() => calendar.current?.showPicker()}
      >
        <Glyph of={CalendarOutlined} />
      </button>
      <input
        ref={calendar}
        type="date"
        className={styles['calendar']}
        tabIndex={-1}
        aria-hidden="true"
        value={parseDay(text) ?? ''}
        onChange={({ target }) => onChange(target.value)}
      />
    </span>
  )
  return (
    <Input
      {...control}
      name={name}
      className={isFilled ? styles['filled']! : ''}
      autoComplete="off"
      inputMode="numeric"
      aria-required={isRequired}
      placeholder={placeholder}
      value={text}
      onChange={({ target }) => onChange(parseCompleteDay(target.value) ?? target.value)}
      onBlur={() => onChange(parseDay(text) ?? text)}
      suffix={button}
    />
  )
}

/** On a phone the browser's date field is used: it lies invisibly over ours. */
function PhoneDate({ control, name, value, placeholder = '请选择', isRequired, isFilled, onChange }: ControlProps) {
  const { status, ...aria } = control
  const text = toText(value)
  return (
    <span
      className={`${styles['phoneDate']} ${isFilled ? styles['filled'] : ''} ${status === 'error' ? styles['wrong'] : ''}`}
    >
      <span aria-hidden="true" className={text ? '' : styles['placeholder']}>
        {text || placeholder}
      </span>
      <Glyph of={CalendarOutlined} />
      <input
        {...aria}
        type="date"
        name={name}
        aria-required={isRequired}
        value={parseDay(text) ?? ''}
        onChange={({ target }) => onChange(target.value)}
      />
    </span>
  )
}

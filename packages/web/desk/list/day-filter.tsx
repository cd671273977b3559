import { useId, useState } from 'react'
import { toText } from '../form/controls/control-props.ts'
import { DateControl } from '../form/controls/date.tsx'
import visuallyHidden from '../visually-hidden.module.css'
import styles from './filter-line.module.css'

interface Props {
  label: string
  value: string | undefined
  isPhone: boolean
  /** Only called with complete days, or with undefined for none. */
  onChoose: (day: string | undefined) => void
}

/** A day filter. An incomplete day is only typed text and does not filter. */
export default function DayFilter({ label, value = '', isPhone, onChoose }: Props) {
  const id = useId()
  const [draft, setDraft] = useState({ of: value, text: value })
  if (draft.of !== value) setDraft({ of: value, text: value })
  const change = (next: unknown) => {
    const text = toText(next)
    setDraft({ of: value, text })
    if (text !== value && (text === '' || /^\d{4}-\d{2}-\d{2}$/.test(text))) onChoose(text || undefined)
  }
  return (
    <span className={styles['day']}>
      <label htmlFor={id} className={visuallyHidden['only']}>
        {label}
      </label>
      <DateControl
        control={{ id, status: '', 'aria-invalid': false }}
        name={id}
        value={draft.text}
        options={[]}
        placeholder={label}
        isPhone={isPhone}
        none=""
        isRequired={false}
        isFilled={false}
        onChange={change}
        onPending={() => {}}
      />
    </span>
  )
}

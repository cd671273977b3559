import { Input } from 'antd'
import { useId, type ReactNode } from 'react'
import styles from './typed-name.module.css'

interface Props {
  /** Before the name: why it has to be typed. */
  lead: ReactNode
  name: string
  value: string
  onChange: (value: string) => void
}

/** For a `ConfirmAction` that cannot be undone: the name must be typed. */
export function TypedName({ lead, name, value, onChange }: Props) {
  const id = useId()
  return (
    <div className={styles['typed']}>
      <label htmlFor={id}>
        {lead}“<strong>{name}</strong>”确认
      </label>
      <Input
        id={id}
        data-first=""
        autoComplete="off"
        maxLength={100}
        placeholder={name}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}

import { useId, useState } from 'react'
import { TextButton } from '../button.tsx'
import { UndoIcon } from '../part-icons.tsx'
import { SignatureBox } from '../signature-box.tsx'
import { FieldMessage, TextField } from '../text-field.tsx'
import styles from './signature.module.css'

interface Props {
  name: string
  value: string
  onChange: (lines: string) => void
  /** The typed name, for users who cannot draw. */
  typed: { name: string; value: string; onChange: (text: string) => void }
  hint: string
  error: string | undefined
}

/** A box to sign in with a finger, or by typing the name. */
export function Signature({ name, value, onChange, typed, hint, error }: Props) {
  const id = useId()
  const [types, setTypes] = useState(typed.value !== '')
  if (types) {
    return (
      <div>
        <TextField label="签名（姓名）" {...typed} error={error} autoComplete="name" />
        <div className={styles['below']}>
          <TextButton
            onClick={() => {
              typed.onChange('')
              setTypes(false)
            }}
          >
            改为手写
          </TextButton>
        </div>
      </div>
    )
  }
  return (
    <div>
      <SignatureBox
        name={name}
        value={value}
        onChange={onChange}
        describedBy={`${id}-below`}
        isWrong={error !== undefined}
      />
      <FieldMessage id={`${id}-below`} error={error} />
      <div className={styles['below']}>
        <span>{hint}</span>
        {value ? (
          <TextButton onClick={() => onChange('')}>
            <UndoIcon size={18} />
            重签
          </TextButton>
        ) : (
          <TextButton onClick={() => setTypes(true)}>不便手写</TextButton>
        )}
      </div>
    </div>
  )
}

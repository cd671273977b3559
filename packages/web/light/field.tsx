import { useId, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react'
import { CapsLockIcon, EyeIcon, EyeOffIcon, WarningIcon } from './icons.tsx'
import styles from './field.module.css'

interface FieldProps extends Omit<ComponentProps<'input'>, 'className' | 'id'> {
  label: string
  icon?: ReactNode
  error?: string | undefined
  /** Below the field while there is no error. */
  hint?: ReactNode
  /** Inside the box, at its right end. */
  tool?: ReactNode
}

/** A labelled text field; its error is a sentence below it, and is announced. */
export function Field({ label, icon, error, hint, tool, ...input }: FieldProps) {
  const id = useId()
  const below = error ?? hint
  return (
    <div>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <div className={styles['box']} data-wrong={error ? '' : undefined}>
        {icon}
        <input
          {...input}
          id={id}
          className={styles['input']}
          aria-invalid={Boolean(error)}
          aria-describedby={below ? `${id}-below` : undefined}
        />
        {tool}
      </div>
      <div id={`${id}-below`} className={error ? styles['error'] : styles['hint']} role={error ? 'alert' : undefined}>
        {error && <WarningIcon size={16} />}
        {below}
      </div>
    </div>
  )
}

type PasswordProps = Omit<FieldProps, 'type' | 'tool'>

/** A password field that can be shown, and that warns when Caps Lock is on. */
export function PasswordField({ hint, ...field }: PasswordProps) {
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const checkCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const toolLabel = shown ? '隐藏密码' : '显示密码'
  return (
    <Field
      {...field}
      type={shown ? 'text' : 'password'}
      autoCapitalize="off"
      spellCheck={false}
      onKeyDown={checkCapsLock}
      onKeyUp={checkCapsLock}
      onBlur={() => setCapsLock(false)}
      hint={
        capsLock ? (
          <>
            <CapsLockIcon size={16} />
            大写锁定已打开
          </>
        ) : (
          hint
        )
      }
      tool={
        <button
          type="button"
          className={styles['tool']}
          aria-label={toolLabel}
          title={toolLabel}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeIcon /> : <EyeOffIcon />}
        </button>
      }
    />
  )
}

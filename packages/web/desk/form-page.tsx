import { ExclamationCircleFilled } from '@ant-design/icons'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { Glyph } from './glyph.tsx'
import { usePhone } from './use-phone.ts'
import styles from './form-page.module.css'

interface PageProps extends Omit<ComponentProps<'form'>, 'className' | 'title'> {
  title: string
  /** What is wrong with the whole, and no single field. */
  error?: string | undefined
  foot: ReactNode
}

/** A page that is filled in: a card of rows, and its buttons always in reach below. */
export function FormPage({ title, error, foot, children, ...form }: PageProps) {
  const isPhone = usePhone()
  return (
    <form {...form} className={styles['page']}>
      <div className={styles['inside']}>
        {!isPhone && <h1 className={styles['title']}>{title}</h1>}
        {error && (
          <p className={styles['whole']} role="alert">
            <Glyph of={ExclamationCircleFilled} />
            {error}
          </p>
        )}
        <div className={styles['card']}>{children}</div>
      </div>
      <div className={styles['foot']}>{foot}</div>
    </form>
  )
}

/** What stands in a row only to be read. */
export const FormFact = ({ children }: { children: ReactNode }) => <div className={styles['fact']}>{children}</div>

export interface Control {
  id: string
  status: 'error' | ''
  'aria-invalid': boolean
  'aria-describedby': string
}

interface RowProps {
  label: string
  error?: string | undefined
  hint?: ReactNode
  /** A fact, or several controls: then the label names the group. */
  isGroup?: boolean
  children: (control: Control) => ReactNode
}

/** A label and what belongs to it; the error stands below, and readers hear it. */
export function FormRow({ label, error, hint, isGroup = false, children }: RowProps) {
  const id = useId()
  const below = `${id}-below`
  const words = error ?? hint
  const control: Control = {
    ...{ id, status: error ? 'error' : '' },
    'aria-invalid': Boolean(error),
    'aria-describedby': below,
  }
  return (
    <div className={styles['row']} {...(isGroup && { role: 'group', 'aria-labelledby': `${id}-label` })}>
      {isGroup ? (
        <span id={`${id}-label`} className={styles['label']}>
          {label}
        </span>
      ) : (
        <label htmlFor={id} className={styles['label']}>
          {label}
        </label>
      )}
      <div className={styles['control']}>
        {children(control)}
        <div id={below} className={error ? styles['error'] : styles['hint']} role={error ? 'alert' : undefined}>
          {error && <Glyph of={ExclamationCircleFilled} />}
          {words}
        </div>
      </div>
    </div>
  )
}

import type { ReactNode } from 'react'
import type { CallError } from '#packages/web/core/call-error.ts'
import { lazyComponent } from '#packages/web/light/lazy-component.tsx'
import { isLocked } from '../../forms/use-form.ts'
import { FormError } from './form-error.tsx'
import styles from './form.module.css'

const Note = lazyComponent(() => import('#packages/web/light/note.tsx').then((loaded) => loaded.Note))

interface Props {
  refusal: CallError | undefined
  message: string | undefined
  /** Other sign-in methods that work while this one is locked. */
  children?: ReactNode
}

/** Why a sign-in failed; it may be locked for a while. */
export function SignInError({ refusal, message, children }: Props) {
  if (!message || !isLocked(refusal)) return <FormError message={message} />
  return (
    <div className={styles['note']}>
      <Note kind="error" title={message}>
        {children}
      </Note>
    </div>
  )
}

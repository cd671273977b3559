import type { ReactNode } from 'react'
import type { CallError } from '#packages/web/core/call-error.ts'
import { late } from '#packages/web/light/late.tsx'
import { isLocked } from '../../forms/use-form.ts'
import { Wrong } from './wrong.tsx'
import styles from './form.module.css'

const Note = late(() => import('#packages/web/light/note.tsx').then((loaded) => loaded.Note))

interface Props {
  refusal: CallError | undefined
  words: string | undefined
  /** Which other doors are open while this one is shut. */
  children?: ReactNode
}

/** Why a door did not open; it may be shut for a while. */
export function Refused({ refusal, words, children }: Props) {
  if (!words || !isLocked(refusal)) return <Wrong words={words} />
  return (
    <div className={styles['note']}>
      <Note kind="error" title={words}>
        {children}
      </Note>
    </div>
  )
}

import type { ReactNode } from 'react'
import { late } from '#packages/web/light/late.tsx'
import styles from './form.module.css'

const Note = late(() => import('#packages/web/light/note.tsx').then((loaded) => loaded.Note))

/** This door is shut for a while; which others are open. */
export function Locked({ words = '', children }: { words: string | undefined; children?: ReactNode }) {
  return (
    <div className={styles['note']}>
      <Note kind="error" title={words}>
        {children}
      </Note>
    </div>
  )
}

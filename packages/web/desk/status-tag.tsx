import type { ReactNode } from 'react'
import { Glyph, type Icon } from './glyph.tsx'
import styles from './status-tag.module.css'

/** What it means to whoever looks: all is well, look here, it is wrong, it is over. */
export type Tone = 'success' | 'info' | 'warning' | 'error' | 'closed'

interface Props {
  tone: Tone
  icon: Icon
  /** The ordinary state of a list is quiet, so that the one that needs an eye is found. */
  quiet?: boolean
  children: ReactNode
}

/** A status is always an icon, a word and a colour. */
export function StatusTag({ tone, icon, quiet = false, children }: Props) {
  return (
    <span className={`${styles['tag']} ${styles[tone]} ${quiet ? styles['quiet'] : ''}`}>
      <Glyph of={icon} />
      {children}
    </span>
  )
}

import type { ReactNode } from 'react'
import type { Tone } from '#packages/contract/labels.ts'
import { Glyph, type Icon } from './glyph.tsx'
import styles from './status-tag.module.css'

export type { Tone }

interface Props {
  tone: Tone
  icon: Icon
  /** The normal state of a list has a quiet style, so that the others stand out. */
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

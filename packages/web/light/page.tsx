import type { ReactNode } from 'react'
import styles from './page.module.css'

interface Props {
  head: ReactNode
  /** Below the head, as wide as the page: a blue block, a greeting. */
  lead?: ReactNode
  /** Fixed at the lower edge: a foot with the one action of the page, or the tabs. */
  dock?: ReactNode
  /** Wider than a phone's column, for reading. */
  isWide?: boolean
  /** Two columns of cards where the window is wide enough. */
  hasColumns?: boolean
  children: ReactNode
}

/** A page of the light root: its head, a column of cards, and a fixed lower edge. */
export function LightPage({ head, lead, dock, isWide = false, hasColumns = false, children }: Props) {
  const width = hasColumns ? styles['columns'] : isWide ? styles['wide'] : ''
  return (
    <div className={styles['page']} data-columns={hasColumns ? '' : undefined}>
      {head}
      <main className={styles['main']}>
        {lead}
        <div className={`${styles['body']} ${width}`}>{children}</div>
      </main>
      {dock && <div className={styles['dock']}>{dock}</div>}
    </div>
  )
}

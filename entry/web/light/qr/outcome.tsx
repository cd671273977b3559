import type { ReactNode } from 'react'
import { Bar } from '#packages/web/light/bar.tsx'
import { Page } from '#packages/web/light/page.tsx'
import styles from './qr-page.module.css'

/** The bar of every stage. */
export const bar = <Bar title="扫码登录" help="doors" isSecond />

interface OutcomeProps {
  icon?: ReactNode
  kind?: 'good'
  title: string
  words: string
  children?: ReactNode
}

/** How it ended, or why it cannot begin. */
export function Outcome({ icon, kind, title, words, children }: OutcomeProps) {
  return (
    <Page head={bar}>
      <div className={styles['outcome']} role="status">
        {icon && <span className={kind ? styles['good'] : styles['bad']}>{icon}</span>}
        <h1>{title}</h1>
        <p>{words}</p>
        {children}
      </div>
    </Page>
  )
}

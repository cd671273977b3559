import type { ReactNode } from 'react'
import { Bar } from '#packages/web/light/bar.tsx'
import { LightPage } from '#packages/web/light/page.tsx'
import styles from './qr-page.module.css'

/** The bar of every stage. */
export const qrBar = <Bar title="扫码登录" help="doors" isSecondary />

interface QrOutcomeProps {
  icon?: ReactNode
  kind?: 'good'
  title: string
  text: string
  children?: ReactNode
}

/** The result, or the reason why the request cannot be answered. */
export function QrOutcome({ icon, kind, title, text, children }: QrOutcomeProps) {
  return (
    <LightPage head={qrBar}>
      <div className={styles['outcome']} role="status">
        {icon && <span className={kind ? styles['good'] : styles['bad']}>{icon}</span>}
        <h1>{title}</h1>
        <p>{text}</p>
        {children}
      </div>
    </LightPage>
  )
}

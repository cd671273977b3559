import type { ReactNode } from 'react'
import { Logo } from '#packages/web/core/logo.tsx'
import { BigTextButton } from '#packages/web/light/big-text-button.tsx'
import styles from './notice-page.module.css'

interface Props {
  title: string
  children: ReactNode
  /** Facts that help support. */
  facts?: ReactNode
  link: { label: string; to: string }
}

/** A page with a message and one link. */
export function NoticePage({ title, children, facts, link }: Props) {
  return (
    <div className={styles['page']}>
      <header className={styles['bar']}>
        <BigTextButton />
      </header>
      <main className={styles['main']}>
        <Logo size={48} />
        <h1>{title}</h1>
        <p>{children}</p>
        {facts && <div className={styles['facts']}>{facts}</div>}
        <a href={link.to}>{link.label}</a>
      </main>
    </div>
  )
}

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from '../showcase.module.css'

/** The first line of a gallery page, with the link back to the others. */
export const PieceHead = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className={styles['head']}>
    <h1 className={styles['title']}>{title}</h1>
    {children}
    <Link to="/icon">全部样例</Link>
  </div>
)

export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles['section']}>
    <h2>{title}</h2>
    {children}
  </section>
)

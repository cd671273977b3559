import { RightOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatNumber } from '#packages/web/core/format/number.ts'
import { Glyph } from '../glyph.tsx'
import styles from './figures.module.css'

export interface Figure {
  label: string
  value: number
  unit: string
  /** A short note below the figure. */
  note?: ReactNode
  /** The list behind the number. */
  to?: string
}

/** Key figures in one row with thin lines between them. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <ul className={styles['row']}>
      {figures.map((figure) => (
        <li key={figure.label} className={styles['cell']}>
          {figure.to ? (
            <Link className={styles['link']} to={figure.to}>
              <Inside {...figure} />
            </Link>
          ) : (
            <Inside {...figure} />
          )}
        </li>
      ))}
    </ul>
  )
}

const Inside = ({ label, value, unit, note, to }: Figure) => (
  <>
    <span className={styles['label']}>
      {label}
      {to && <Glyph of={RightOutlined} />}
    </span>
    <span className={styles['value']}>
      {formatNumber(value)} <span className={styles['unit']}>{unit}</span>
    </span>
    <span className={styles['note']}>{note}</span>
  </>
)

/** The same row before the numbers have loaded; its labels are already known. */
export const FiguresSkeleton = ({ labels }: { labels: readonly string[] }) => (
  <div className={styles['row']}>
    {labels.map((label) => (
      <div key={label} className={styles['cell']}>
        <span className={styles['label']}>{label}</span>
        <span className={`${styles['value']} ${styles['bar']}`} />
        <span className={`${styles['note']} ${styles['bar']}`} />
      </div>
    ))}
  </div>
)

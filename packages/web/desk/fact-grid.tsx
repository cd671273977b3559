import type { ReactNode } from 'react'
import styles from './fact-grid.module.css'

export interface Fact {
  label: string
  /** A dash for an empty one. */
  value: ReactNode
  /** After the figure: what it counts. */
  unit?: string
}

interface Props {
  /** A fact that is false, null or undefined is not shown. */
  facts: readonly (Fact | false | null | undefined)[]
  /** `panel` is tinted, above the fields of a dialog; `figures` are numbers in frames, each with its label above. */
  look?: 'rows' | 'panel' | 'figures'
  label?: string
}

/** Labels with their values: facts to read, in a dialog, a pane or a card. */
export const FactGrid = ({ facts, look = 'rows', label }: Props) => (
  <dl className={`${styles['facts']} ${styles[look]}`} aria-label={label}>
    {facts.map(
      (fact) =>
        fact && (
          <div key={fact.label} className={styles['fact']}>
            <dt>{fact.label}</dt>
            <dd>
              {isEmpty(fact.value) ? (
                <span className={styles['none']}>—</span>
              ) : look === 'figures' ? (
                <strong>{fact.value}</strong>
              ) : (
                fact.value
              )}
              {fact.unit && ` ${fact.unit}`}
            </dd>
          </div>
        ),
    )}
  </dl>
)

const isEmpty = (value: ReactNode) => value === '' || value === null || value === undefined || value === false

import type { ReactNode } from 'react'
import { CheckIcon, LockIcon } from '../icons.tsx'
import styles from './derived-facts.module.css'

interface Props {
  /** 由身份证号得出，不用再填 */
  from: string
  facts: readonly { label: string; value: string }[]
  /** The consequence for this flow. */
  verdict?: ReactNode
}

/** Facts derived from the typed values, so that the user need not type them. */
export function DerivedFacts({ from, facts, verdict }: Props) {
  return (
    <div className={styles['box']} role="status">
      <p className={styles['from']}>
        <LockIcon size={16} />
        {from}
      </p>
      <dl className={styles['facts']}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {verdict && (
        <p className={styles['verdict']}>
          <CheckIcon size={18} />
          {verdict}
        </p>
      )}
    </div>
  )
}

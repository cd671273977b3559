import { LockOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { Glyph } from '../glyph.tsx'
import { MaskedValue } from '../masked-value.tsx'
import type { DetailFact, DetailPageSection } from './detail-spec.ts'
import styles from './section-card.module.css'

/** A card of facts in two columns. */
export function SectionCard({ section: { title, line, note, facts, body } }: { section: DetailPageSection }) {
  const shown = facts?.filter(({ guard }) => guard?.kind !== 'absent')
  return (
    <section className={styles['card']} aria-label={title}>
      <div className={styles['head']}>
        <h2 className={styles['title']}>{title}</h2>
        {line && <div className={styles['line']}>{line}</div>}
        {note && <div className={styles['note']}>{note}</div>}
      </div>
      {shown && (
        <dl className={styles['facts']}>
          {shown.map((fact) => (
            <div key={fact.label} className={styles['fact']}>
              <dt>{fact.label}</dt>
              <dd>{valueOf(fact)}</dd>
            </div>
          ))}
        </dl>
      )}
      {body}
    </section>
  )
}

function valueOf({ label, value, guard }: DetailFact): ReactNode {
  if (guard?.kind === 'masked') return <MaskedValue {...guard} label={label} />
  if (guard?.kind === 'locked') return <Locked {...guard} />
  return value === '' || value === null || value === undefined ? <span className={styles['none']}>—</span> : value
}

function Locked({ who, onRequestAccess }: { who: string; onRequestAccess?: () => void }) {
  return (
    <>
      <span className={styles['locked']}>
        <Glyph of={LockOutlined} />仅{who}可看
      </span>
      {onRequestAccess && (
        <button type="button" className={styles['ask']} onClick={onRequestAccess}>
          申请
        </button>
      )}
    </>
  )
}

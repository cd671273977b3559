import { formatDayTime } from '#packages/web/core/format/time.ts'
import { Glyph, type Icon } from './glyph.tsx'
import dots from './dot-separated.module.css'
import styles from './timeline.module.css'

export interface TimelineEvent {
  id: string
  icon: Icon
  title: string
  at: string
  /** Below the title, one by one; empty ones are left out. */
  details: readonly string[]
}

/** The events of a record, newest first. */
export const Timeline = ({ label, of }: { label: string; of: readonly TimelineEvent[] }) => (
  <ol className={styles['all']} aria-label={label}>
    {of.map(({ id, icon, title, at, details }) => (
      <li key={id} className={styles['one']}>
        <span className={styles['disc']}>
          <Glyph of={icon} />
        </span>
        <p className={styles['what']}>
          <strong>{title}</strong>
          <time dateTime={at}>{formatDayTime(at)}</time>
        </p>
        <p className={`${styles['words']} ${dots['dotted']}`}>
          {details.map((piece) => piece && <span key={piece}>{piece}</span>)}
        </p>
      </li>
    ))}
  </ol>
)

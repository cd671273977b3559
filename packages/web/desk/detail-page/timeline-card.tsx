import { FilterOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { formatWeekday } from '#packages/web/core/format/time.ts'
import { Glyph } from '../glyph.tsx'
import { SmallMenu } from '../small-menu.tsx'
import icon from '../icon-button.module.css'
import type { TimelineSpec } from './detail-spec.ts'
import styles from './timeline-card.module.css'

/** The timeline, newest first, optionally filtered by kind. */
export function TimelineCard({ timeline: { title, entries } }: { timeline: TimelineSpec }) {
  const [kind, setKind] = useState<string>()
  const kinds = [...new Set(entries.map((entry) => entry.kind))]
  const items = [undefined, ...kinds].map((one) => ({
    key: one ?? '',
    label: one ?? '全部',
    isChosen: one === kind,
    onSelect: () => setKind(one),
  }))
  const shown = entries.filter((entry) => kind === undefined || entry.kind === kind)
  return (
    <section className={styles['card']} aria-label={title}>
      <div className={styles['head']}>
        <h2 className={styles['title']}>{title}</h2>
        {kind !== undefined && <span className={styles['kind']}>{kind}</span>}
        {kinds.length > 1 && (
          <SmallMenu
            isIcon
            label="按类别筛选"
            className={icon['button']!}
            button={<Glyph of={FilterOutlined} />}
            items={items}
          />
        )}
      </div>
      {shown.length === 0 && <p className={styles['none']}>还没有记录</p>}
      <ol className={styles['entries']}>
        {shown.map((entry) => (
          <li key={entry.id} className={styles['entry']}>
            <span className={`${styles['disc']} ${styles[entry.tone]}`}>
              <Glyph of={entry.icon} />
            </span>
            <div className={styles['line']}>
              <h3>{entry.title ?? entry.kind}</h3>
              <time dateTime={entry.at}>{formatWeekday(entry.at)}</time>
            </div>
            <p className={styles['words']}>{entry.text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

import { CloudUploadOutlined } from '@ant-design/icons'
import { useId, useState } from 'react'
import { describeOutboxItem, listForEyes, summariseOutbox } from '#packages/web/core/outbox/outbox-summary.ts'
import type { OutboxStripProps } from '#packages/web/core/outbox/outbox-strip-props.ts'
import { useOnline } from '#packages/web/light/use-online.ts'
import { Button } from '../button.tsx'
import { Glyph } from '../glyph.tsx'
import styles from './outbox-strip.module.css'

/** How much waits on this computer, what is in conflict and what was refused. Nothing when there is nothing to say. */
export function OutboxStrip({ items, describe, linkTo, onDismiss }: OutboxStripProps) {
  const isOnline = useOnline()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const lines = summariseOutbox(items, isOnline)
  const listed = listForEyes(items)
  return (
    // The element is always there, otherwise screen readers would not announce its first text.
    <div className={styles['place']} aria-live="polite">
      {lines.length > 0 && (
        <div className={styles['strip']} data-tone={listed.length > 0 ? 'warning' : 'info'}>
          <Glyph of={CloudUploadOutlined} />
          <span className={styles['text']}>{lines.join('，')}</span>
          {listed.length > 0 && (
            <Button type="link" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
              {isOpen ? '收起' : '查看'}
            </Button>
          )}
        </div>
      )}
      {isOpen && listed.length > 0 && (
        <ul id={id} className={styles['list']}>
          {listed.map((item) => (
            <li key={item.id}>
              <span className={styles['text']}>
                <b>{describe(item)}</b> {describeOutboxItem(item)}
              </span>
              {linkTo?.(item) && <a href={linkTo(item)}>打开</a>}
              <Button aria-label={`知道了：${describe(item)}`} onClick={() => onDismiss(item.id)}>
                知道了
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

import { useId, useState } from 'react'
import { describeOutboxItem, listForEyes, summariseOutbox } from '#packages/web/core/outbox/outbox-summary.ts'
import type { OutboxStripProps } from '#packages/web/core/outbox/outbox-strip-props.ts'
import { TextButton } from '../button.tsx'
import { CloudIcon } from '../part-icons.tsx'
import { useOnline } from '../use-online.ts'
import styles from './outbox-strip.module.css'

/** How much waits on this device, what is in conflict and what was refused. Nothing when there is nothing to say. */
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
          <CloudIcon size={18} />
          <p className={styles['text']}>{lines.join('，')}</p>
          {listed.length > 0 && (
            <TextButton aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
              {isOpen ? '收起' : '查看'}
            </TextButton>
          )}
        </div>
      )}
      {isOpen && listed.length > 0 && (
        <ul id={id} className={styles['list']}>
          {listed.map((item) => (
            <li key={item.id}>
              <div className={styles['text']}>
                <b>{describe(item)}</b>
                <p>{describeOutboxItem(item)}</p>
              </div>
              {linkTo?.(item) && <a href={linkTo(item)}>打开</a>}
              <TextButton aria-label={`知道了：${describe(item)}`} onClick={() => onDismiss(item.id)}>
                知道了
              </TextButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

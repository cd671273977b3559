import { ClockCircleOutlined, ExclamationCircleFilled } from '@ant-design/icons'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import type { Message } from '../../contract.ts'
import { getDueDate } from './due-date.ts'
import styles from './due-chip.module.css'

type DueFacts = Pick<Message, 'dueAt' | 'doneAt' | 'isUrgent'>

/** The urgency of a message: urgent, overdue, due today or a date; undefined when it is done. */
export function getUrgency({ dueAt, doneAt, isUrgent }: DueFacts, now = new Date()) {
  if (doneAt !== null) return undefined
  const due = getDueDate(dueAt, now)
  if (due && due.tone !== 'plain') return due
  return isUrgent ? ({ tone: 'error', label: '特急' } as const) : due
}

export function DueChip({ of }: { of: DueFacts }) {
  const urgency = getUrgency(of)
  if (!urgency) return null
  const { tone, label } = urgency
  return (
    <span className={`${styles['chip']} ${styles[tone]}`}>
      {tone !== 'plain' && <Glyph of={tone === 'error' ? ExclamationCircleFilled : ClockCircleOutlined} />}
      {label}
    </span>
  )
}

import { ClockCircleOutlined, ExclamationCircleFilled } from '@ant-design/icons'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import type { Message } from '../../contract.ts'
import { dueOf } from './due.ts'
import styles from './due-chip.module.css'

type Facts = Pick<Message, 'dueAt' | 'doneAt' | 'isUrgent'>

/** What presses: urgent or late, due today, or just when; nothing of what is done. */
export function pressureOf({ dueAt, doneAt, isUrgent }: Facts, now = new Date()) {
  if (doneAt !== null) return undefined
  const due = dueOf(dueAt, now)
  if (due && due.tone !== 'plain') return due
  return isUrgent ? ({ tone: 'error', words: '特急' } as const) : due
}

export function DueChip({ of }: { of: Facts }) {
  const pressure = pressureOf(of)
  if (!pressure) return null
  const { tone, words } = pressure
  return (
    <span className={`${styles['chip']} ${styles[tone]}`}>
      {tone !== 'plain' && <Glyph of={tone === 'error' ? ExclamationCircleFilled : ClockCircleOutlined} />}
      {words}
    </span>
  )
}

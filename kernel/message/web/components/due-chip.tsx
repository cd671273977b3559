import { ClockCircleOutlined, ExclamationCircleFilled } from '@ant-design/icons'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import type { Message } from '../../contract.ts'
import { getUrgency } from '../message-state.ts'
import styles from './due-chip.module.css'

type DueFacts = Pick<Message, 'dueAt' | 'doneAt' | 'isUrgent'>

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

import type { ReactNode } from 'react'
import { formatWeekday } from '#packages/web/core/format/time.ts'
import { workDayTypes } from '#kernel/schooling/contract.ts'
import type { LeaveCount } from '../../contract.ts'
import { formatAmount } from '../leave-text.ts'
import styles from './day-lines.module.css'

interface Line {
  key: string
  day: string
  text: string
  /** At the end: 1 天. */
  amount: ReactNode
  note?: string
  /** It counts nothing. */
  isQuiet?: boolean
}

/** Days with what they count: of a request, of a person, of a balance. */
export const DayLines = ({ lines }: { lines: readonly Line[] }) => (
  <ol className={styles['lines']}>
    {lines.map(({ key, day, text, amount, note, isQuiet = false }) => (
      <li key={key} data-quiet={isQuiet || undefined}>
        <span className={styles['day']}>{formatWeekday(day)}</span>
        <span>{text}</span>
        <strong className={styles['amount']}>{amount}</strong>
        {note && <span className={styles['note']}>{note}</span>}
      </li>
    ))}
  </ol>
)

/** The days of a request: 国庆节, 调休上班, 工作日. */
export const listDayLines = ({ perDay, unit }: Pick<LeaveCount, 'perDay' | 'unit'>): Line[] =>
  perDay.map(({ date, type, name, counted }) => ({
    key: date,
    day: date,
    text: [workDayTypes[type], name].filter(Boolean).join(' '),
    amount: counted === 0 ? '不计' : formatAmount(counted, unit),
    isQuiet: counted === 0,
  }))

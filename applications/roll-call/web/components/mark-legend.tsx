import type { ReactNode } from 'react'
import { labelOf } from '#packages/contract'
import { attendanceStatuses } from '#engines/attendance/contract.ts'
import { legendStatuses, markLetters } from './mark-text.ts'
import styles from './mark-cell.module.css'

/** What the letters of a grid mean. The children are what only one grid has. */
export const MarkLegend = ({ children }: { children: ReactNode }) => (
  <ul className={styles['legend']} aria-label="图例">
    {legendStatuses.map((status) => (
      <li key={status}>
        <span className={styles['mark']} data-status={status} aria-hidden="true">
          {markLetters[status]}
        </span>
        {labelOf(attendanceStatuses, status)}
      </li>
    ))}
    {children}
  </ul>
)

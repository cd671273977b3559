import { labelOf } from '#packages/contract'
import { attendanceStatuses } from '#engines/attendance/contract.ts'
import { apartLetter, legendStatuses, markLetters } from './mark-text.ts'
import styles from './mark-cell.module.css'

/** What the letters of a grid mean. `apart` is for grids of lessons. */
export const MarkLegend = ({ hasApart = false }: { hasApart?: boolean }) => (
  <ul className={styles['legend']} aria-label="图例">
    {legendStatuses.map((status) => (
      <li key={status}>
        <span className={styles['mark']} data-status={status} aria-hidden="true">
          {markLetters[status]}
        </span>
        {labelOf(attendanceStatuses, status)}
      </li>
    ))}
    <li>空格为出勤{hasApart && `，${apartLetter}为不上这节课`}</li>
  </ul>
)

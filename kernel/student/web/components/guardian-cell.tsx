import type { Student } from '../../contract.ts'
import { getShortRelation } from '../student-labels.ts'
import styles from './guardian-cell.module.css'

/** The primary guardian and the relation to the pupil. */
export function GuardianCell({ row: { guardianName, guardianRelation } }: { row: Student }) {
  if (!guardianName) return '—'
  return (
    <span className={styles['who']}>
      {guardianName} <small className={styles['relation']}>{getShortRelation(guardianRelation)}</small>
    </span>
  )
}

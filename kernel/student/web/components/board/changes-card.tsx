import { Link } from 'react-router'
import { Card } from '#packages/web/desk/board/card.tsx'
import { DataGapRowsSkeleton } from '#packages/web/desk/board/data-gap-rows.tsx'
import type { StudentChange } from '../../../contract.ts'
import { recentChangesQuery } from '../../board-queries.ts'
import { getChangeTypeLabel, describeMove } from '../../student-labels.ts'
import styles from './changes-card.module.css'

/** The recent changes of pupils. */
export default function ChangesCard() {
  return (
    <Card
      reading={recentChangesQuery}
      more={{ label: '查看学籍异动', to: '/baseData/StudentChanges' }}
      skeleton={<DataGapRowsSkeleton rows={4} />}
      emptyState={(changes) => (changes.length === 0 ? { kind: 'line', text: '近 30 天没有异动' } : undefined)}
      readAloudText={(changes) =>
        changes.map((one) => `${one.on}，${one.studentName}${getChangeTypeLabel(one)}${describeMove(one)}。`).join('')
      }
    >
      {(changes) => (
        <ul>
          {changes.map((change) => (
            <Row key={change.id} change={change} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const Row = ({ change }: { change: StudentChange }) => (
  <li className={styles['row']}>
    <Link to={`/baseData/Student?open=${change.studentId}`}>{change.studentName}</Link>
    <span>{getChangeTypeLabel(change)}</span>
    <span className={styles['way']}>{describeMove(change)}</span>
    <time className={styles['day']}>{change.on.slice(5)}</time>
  </li>
)

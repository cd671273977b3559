import { Link } from 'react-router'
import { Card } from '#packages/web/desk/board/card.tsx'
import { GapRowsSkeleton } from '#packages/web/desk/board/gap-rows.tsx'
import type { StudentChange } from '../../../contract.ts'
import { recentChanges } from '../../board-queries.ts'
import { changeTypeOf, wayOf } from '../../words.ts'
import styles from './changes-card.module.css'

/** What happened to pupils lately. */
export default function ChangesCard() {
  return (
    <Card
      reading={recentChanges}
      more={{ label: '查看学籍异动', to: '/baseData/StudentChanges' }}
      skeleton={<GapRowsSkeleton rows={4} />}
      nothing={(changes) => (changes.length === 0 ? { kind: 'line', words: '近 30 天没有异动' } : undefined)}
      aloud={(changes) =>
        changes.map((one) => `${one.on}，${one.studentName}${changeTypeOf(one)}${wayOf(one)}。`).join('')
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
    <span>{changeTypeOf(change)}</span>
    <span className={styles['way']}>{wayOf(change)}</span>
    <time className={styles['day']}>{change.on.slice(5)}</time>
  </li>
)

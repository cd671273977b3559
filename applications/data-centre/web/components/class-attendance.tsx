import { Link } from 'react-router'
import { Card } from '#packages/web/desk/board/card.tsx'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import type { ClassAttendance } from '../../contract.ts'
import { classAttendanceQuery } from '../figure-queries.ts'
import styles from './class-attendance.module.css'

type Row = ClassAttendance[number]

const describe = ({ rolled, lessons, absent, onLeave, late }: Row) =>
  [
    `未到 ${absent} 人次`,
    onLeave > 0 && `请假 ${onLeave}`,
    late > 0 && `迟到 ${late}`,
    `已点名 ${rolled}/${lessons} 节`,
  ].filter((part) => part !== false)

/** Who is absent in the user's own classes: the number, and for those who lead a class the way to the names. */
export default function ClassAttendanceCard() {
  return (
    <Card
      reading={classAttendanceQuery}
      skeleton={<SkeletonLines widths={[80, 72, 76]} />}
      readAloudText={(rows) => rows.map((row) => `${row.label}，${describe(row).join('，')}`).join('。')}
    >
      {(rows) => (
        <ul className={styles['rows']}>
          {rows.map((row) => (
            <li key={row.classId} className={styles['row']}>
              <span className={styles['name']}>{row.label}</span>
              <span className={styles['facts']}>{describe(row).join(' · ')}</span>
              {row.url && (
                <Link to={row.url} aria-label={`查看${row.label}的名单`}>
                  名单
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

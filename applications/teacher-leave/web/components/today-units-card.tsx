import { Link } from 'react-router'
import { Card } from '#packages/web/desk/board/card.tsx'
import { SkeletonBar } from '#packages/web/desk/skeleton.tsx'
import { awayTodayQuery } from '../board-queries.ts'
import { calendarPath, statisticsPath } from '../leave-paths.ts'
import styles from './today-card.module.css'

/** Two lines on a usual screen. */
const mostUnits = 12

/** 今日请假 by school, on the board of a district: the schools with most people first. */
export default function TodayUnitsCard() {
  return (
    <Card
      reading={awayTodayQuery}
      count={({ people }) => people}
      emptyState={({ people }) => (people === 0 ? { kind: 'line', text: '今天没有人请假' } : undefined)}
      skeleton={<SkeletonBar width="60%" />}
      readAloudText={({ units }) => units.map(({ name, people }) => `${name} ${people} 人`).join('，')}
      more={{ label: '查看请假统计', to: statisticsPath }}
    >
      {({ units }) => (
        <ul className={styles['people']}>
          {units.slice(0, mostUnits).map(({ id, name, people }) => (
            <li key={id}>
              <Link to={`${calendarPath}?org=${id}`}>{name}</Link> <span>{people} 人</span>
            </li>
          ))}
          {units.length > mostUnits && <li>等 {units.length} 个单位</li>}
        </ul>
      )}
    </Card>
  )
}

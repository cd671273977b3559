import { Card } from '#packages/web/desk/board/card.tsx'
import { SkeletonBar } from '#packages/web/desk/skeleton.tsx'
import { createTodayQuery, listAway } from '../board-queries.ts'
import { calendarPath } from '../leave-paths.ts'
import styles from './today-card.module.css'

/** Two lines on a usual screen. */
const mostPeople = 12

/** 今日请假, on the board of heads and of those who keep the attendance. */
export default function TodayCard() {
  return (
    <Card
      reading={createTodayQuery()}
      count={(calendar) => listAway(calendar).length}
      emptyState={(calendar) =>
        listAway(calendar).length === 0 ? { kind: 'line', text: '今天没有人请假' } : undefined
      }
      skeleton={<SkeletonBar width="60%" />}
      readAloudText={(calendar) =>
        listAway(calendar)
          .map(({ name, about }) => `${name} ${about}`)
          .join('，')
      }
      more={{ label: '查看请假日历', to: calendarPath }}
    >
      {(calendar) => {
        const away = listAway(calendar)
        return (
          <ul className={styles['people']}>
            {away.slice(0, mostPeople).map(({ userId, name, about }) => (
              <li key={userId}>
                {name} <span>{about}</span>
              </li>
            ))}
            {away.length > mostPeople && <li>等 {away.length} 人</li>}
          </ul>
        )
      }}
    </Card>
  )
}

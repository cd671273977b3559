import { formatDate } from '#packages/web/core/format/time.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { CountCard } from '#packages/web/desk/board/count-card.tsx'
import { leaveApi, type LeaveCalendar } from '../../contract.ts'
import { calendarPath } from '../leave-paths.ts'
import { leaveKey } from '../leave-queries.ts'
import { nameAbsence } from '../leave-text.ts'

/** Who is away today; the server leaves the type out for those who may not know it. */
function countToday({ departments }: LeaveCalendar) {
  const rows = departments.flatMap(({ name: department, people }) =>
    people.flatMap(({ userId, name, away }) => {
      const approved = away.filter(({ isRequested }) => !isRequested)
      if (approved.length === 0) return []
      return { id: userId, title: name, facts: [department, approved.map(nameAbsence).join('、')] }
    }),
  )
  return { count: rows.length, rows }
}

/** 今日请假, on the board of heads and of those who keep the attendance. */
export default function TodayCard() {
  const today = formatDate(new Date())
  return (
    <CountCard
      reading={queryOf(leaveKey, leaveApi.calendar, { query: { orgId: null, from: today, to: today } })}
      count={countToday}
      unit="人"
      about="今天"
      none="今天没有人请假"
      more={{ label: '查看请假日历', to: calendarPath }}
    />
  )
}

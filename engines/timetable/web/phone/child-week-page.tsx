import { call } from '#packages/web/core/call.ts'
import { ChildPage } from '#kernel/student/web/api.ts'
import { timetableApi } from '../../contract.ts'
import { WeekContent } from './week-content.tsx'

/** The lessons of a child, week by week. */
export default function ChildWeekPage() {
  return (
    <ChildPage title="课表" help="child-timetable">
      {({ id, name }) => (
        <WeekContent
          key={id}
          label={`${name}的课表`}
          reader="class"
          of={id}
          read={(day) => call(timetableApi.childWeek, { query: { studentId: id, day } })}
          empty="这一周没有课，或学校还没有发布课表。"
        />
      )}
    </ChildPage>
  )
}

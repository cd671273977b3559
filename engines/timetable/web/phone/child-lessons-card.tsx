import { call } from '#packages/web/core/call.ts'
import { useFamily } from '#packages/web/core/family.ts'
import { Card } from '#packages/web/light/card.tsx'
import { useOrderedLoading } from '#packages/web/light/ordered-loading.tsx'
import { InlineLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import { timetableApi } from '../../contract.ts'
import { childWeekPath } from '../timetable-paths.ts'
import { TodayLessons } from './today-lessons.tsx'
import { useClock } from './use-clock.ts'

/** 今日课程 on the home of pupils and guardians; nothing before a timetable is published. */
export default function ChildLessonsCard() {
  const studentId = useFamily(({ childId }) => childId)
  const { today } = useClock()
  const { answer, again } = useLoaded(studentId && `${studentId} ${today}`, () =>
    call(timetableApi.childWeek, { query: { studentId: studentId!, day: today } }),
  )
  useOrderedLoading(!answer)
  if (!studentId) return null
  if (!answer) return <Skeleton />
  if (answer === 'failed') {
    return (
      <Card title="今日课程">
        <InlineLoadError onRetry={again} />
      </Card>
    )
  }
  return <TodayLessons week={answer} reader="class" href={childWeekPath} />
}

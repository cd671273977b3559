import { call } from '#packages/web/core/call.ts'
import { useOrderedLoading } from '#packages/web/light/ordered-loading.tsx'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import { timetableApi } from '../../contract.ts'
import { myWeekPath } from '../timetable-paths.ts'
import { TodayLessons } from './today-lessons.tsx'
import { useClock } from './use-clock.ts'

/** 今日课程 on the home of teachers; nothing for who does not teach, and nothing where it cannot be loaded. */
export default function LessonsCard() {
  const { today } = useClock()
  const { answer } = useLoaded(today, () =>
    call(timetableApi.week, { query: { day: today, classId: null, userId: null, roomId: null } }),
  )
  useOrderedLoading(!answer)
  return answer && answer !== 'failed' ? <TodayLessons week={answer} reader="teacher" href={myWeekPath} /> : null
}

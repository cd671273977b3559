import { useQuery } from '@tanstack/react-query'
import { getWeekday } from '#packages/core'
import { DetailSection } from '#packages/web/desk/list/detail-section.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import type { GridLesson } from '#packages/web/desk/timetable-grid/grid-types.ts'
import { TimetableGrid } from '#packages/web/desk/timetable-grid/timetable-grid.tsx'
import { useToday } from '#packages/web/desk/use-today.ts'
import type { WeekView } from '../../contract.ts'
import { classWeekQuery } from '../board-queries.ts'
import { describeWho, nameLesson } from '../week-lessons.ts'

/** 本周课表 in the details of a class. */
export default function ClassWeek({ id }: { id: string }) {
  const today = useToday()
  const query = useQuery(classWeekQuery(id, today))
  const { data } = query
  return (
    <DetailSection title="本周课表" aside={data && data.weekNo !== null && `第 ${data.weekNo} 周`}>
      <QueryState query={query}>
        {(week) =>
          week.lessons.length === 0 ? (
            <PageState status="empty" of="class" title="本周没有课" text="课表发布后，这里显示这个班一周的课。" />
          ) : (
            <Week week={week} today={today} />
          )
        }
      </QueryState>
    </DetailSection>
  )
}

const tones = { planned: 'normal', changed: 'changed', cancelled: 'cancelled' } as const

function Week({ week, today }: { week: WeekView; today: string }) {
  const days = week.days
    .filter(({ day, hasLessons }) => hasLessons || getWeekday(day) <= 5)
    .map(({ day, label, remark }) => ({
      weekday: getWeekday(day),
      label,
      note: day.slice(5),
      ...(day === today && { isToday: true }),
      ...(remark && { remark }),
    }))
  // Morning reading and the like are thin lines, as the breaks are, where the class has no lessons in them.
  const used = new Set(week.lessons.map(({ periodId }) => periodId))
  const periods = week.periods.map(({ kind, ...period }) => ({
    ...period,
    ...(kind !== 'lesson' && !used.has(period.id) && { isBreak: true }),
  }))
  const lessons = week.lessons.map((lesson): GridLesson => ({
    id: lesson.id,
    title: nameLesson(lesson, 'class'),
    subjectId: lesson.subjectId,
    detail: describeWho(lesson, 'class'),
    place: lesson.roomName,
    weekday: getWeekday(lesson.day),
    periodId: lesson.periodId,
    tone: tones[lesson.status],
    ...(lesson.remark && { note: lesson.remark }),
  }))
  return <TimetableGrid label="本周课表" days={days} periods={periods} lessons={lessons} isReadOnly />
}

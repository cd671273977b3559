import { addDays, getWeekday, type Ctx } from '#packages/core'
import type { DayKind } from '#kernel/schooling/contract.ts'
import { listCalendarDays, seedCalendarDays } from '#kernel/schooling/server/api.ts'

interface Entry {
  /** Weeks from the current one, and the days in it. */
  week: number
  from: number
  to: number
  kind: DayKind
  name: string
}

const entries: readonly Entry[] = [
  { week: -5, from: 4, to: 5, kind: 'activity', name: '校运动会' },
  { week: -2, from: 2, to: 2, kind: 'class', name: '消防疏散演练' },
  { week: -1, from: 1, to: 2, kind: 'activity', name: '期中考试' },
  { week: -1, from: 3, to: 3, kind: 'class', name: '语文教研：单元整体教学' },
  { week: 0, from: 1, to: 1, kind: 'class', name: '升旗仪式：诚信考试' },
  { week: 0, from: 2, to: 2, kind: 'class', name: '教研活动：数学公开课' },
  { week: 0, from: 4, to: 4, kind: 'class', name: '期中质量分析会' },
  { week: 0, from: 5, to: 5, kind: 'class', name: '家长会（14:30）' },
  { week: 1, from: 2, to: 2, kind: 'class', name: '语文公开课' },
  { week: 2, from: 4, to: 4, kind: 'class', name: '校园开放日' },
  { week: 4, from: 5, to: 5, kind: 'activity', name: '艺术节' },
]

/** Calendar entries of a school around this week, or around the next at a weekend. Holidays do not change. */
export async function seedCalendar(ctx: Ctx, orgId: string, today: string) {
  const monday = addDays(today, (getWeekday(today) > 5 ? 8 : 1) - getWeekday(today))
  const dayOfEntry = (week: number, day: number) => addDays(monday, week * 7 + day - 1)
  const [first, last] = [dayOfEntry(-5, 1), dayOfEntry(4, 5)]
  const lessons = new Set(
    (await listCalendarDays(ctx, orgId, first, last)).filter(({ kind }) => kind === 'class').map(({ day }) => day),
  )
  const days = entries.flatMap(({ week, from, to, kind, name }) =>
    Array.from({ length: to - from + 1 }, (_, at) => dayOfEntry(week, from + at))
      .filter((day) => lessons.has(day))
      .map((day) => ({ from: day, to: day, kind, name })),
  )
  await seedCalendarDays(ctx, orgId, days)
}

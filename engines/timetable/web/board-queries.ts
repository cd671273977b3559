import type { QueryClient } from '@tanstack/react-query'
import { formatDate } from '#packages/web/core/format/time.ts'
import type { CardShape } from '#packages/web/core/module.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { timetableApi } from '../contract.ts'
import { findShownDay } from './week-lessons.ts'

const key = ['timetable'] as const

/** The week of the caller. */
export const createOwnWeekQuery = () =>
  queryOf(key, timetableApi.week, {
    query: { day: formatDate(new Date()), classId: null, userId: null, roomId: null },
  })

export const classWeekQuery = (classId: string, day: string) =>
  queryOf(key, timetableApi.week, { query: { day, classId, userId: null, roomId: null } })

/** Nothing for who does not teach this week, a line on a day without lessons. */
export async function getTodayLessonsShape(client: QueryClient): Promise<CardShape> {
  const week = await client.fetchQuery(createOwnWeekQuery())
  if (findShownDay(week, formatDate(new Date())).lessons.length > 0) return 'card'
  return week.lessons.length === 0 ? 'none' : 'line'
}

import type { QueryClient } from '@tanstack/react-query'
import { call } from '#packages/web/core/call.ts'
import type { CardShape } from '#packages/web/core/module.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import {
  schoolingApi,
  type CalendarDay,
  type CalendarForm,
  type Grade,
  type PeriodScheme,
  type PeriodSchemeForm,
  type Term,
  type TermForm,
  type Week,
} from '../contract.ts'

/** One key for terms, days and periods, because a change of a term changes the calendar. */
export const timeKey = ['schooling', 'time'] as const

/** Null for the caller's organisation. */
type OrgId = string | null

export const termsQuery = (orgId: OrgId): QueryDefinition<Term[]> => ({
  queryKey: [...timeKey, 'terms', orgId],
  queryFn: ({ signal }) => call(schoolingApi.terms, { query: { orgId }, signal }),
})
export const saveTerm = (body: TermForm) => call(schoolingApi.saveTerm, { body })
export const deleteTermDifference = (orgId: OrgId, termId: string) =>
  call(schoolingApi.dropTermDifference, { body: { orgId, termId } })

interface Calendar {
  days: CalendarDay[]
  unannounced: number[]
}
export const calendarQuery = (orgId: OrgId, from: string, to: string): QueryDefinition<Calendar> => ({
  queryKey: [...timeKey, 'calendar', orgId, from, to],
  queryFn: ({ signal }) => call(schoolingApi.calendar, { query: { orgId, from, to }, signal }),
})
export const saveDays = (body: CalendarForm) => call(schoolingApi.saveCalendar, { body })
export const clearDays = (orgId: OrgId, from: string, to: string) =>
  call(schoolingApi.clearCalendar, { body: { orgId, from, to } })

export const periodSchemesQuery = (orgId: OrgId): QueryDefinition<PeriodScheme[]> => ({
  queryKey: [...timeKey, 'schemes', orgId],
  queryFn: ({ signal }) => call(schoolingApi.periodSchemes, { query: { orgId }, signal }),
})
export const saveScheme = (body: PeriodSchemeForm) => call(schoolingApi.savePeriodScheme, { body })
export const deleteScheme = (id: string) => call(schoolingApi.deletePeriodScheme, { body: { id } })

/** The current grades of the school, which may have their own periods. */
export const gradesQuery = (orgId: OrgId): QueryDefinition<Grade[]> => ({
  queryKey: ['schooling', 'grades', orgId],
  queryFn: ({ signal }) => call(schoolingApi.grades, { query: { orgId, all: 0 }, signal }),
})

/** The current week, read once for the dashboard and its header line. */
export const currentWeekQuery: QueryDefinition<Week> = {
  queryKey: ['schooling', 'week'],
  queryFn: ({ signal }) => call(schoolingApi.week, { signal }),
}

export const getWeekCardShape = async (client: QueryClient): Promise<CardShape> => {
  await client.fetchQuery(currentWeekQuery)
  return 'card'
}

import type { QueryClient } from '@tanstack/react-query'
import { call } from '#packages/web/core/call.ts'
import type { CardShape } from '#packages/web/core/module.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { schoolingApi, type CalendarForm, type PeriodSchemeForm, type TermForm } from '../contract.ts'

/** One key for terms, days and periods, because a change of a term changes the calendar. */
export const timeKey = ['schooling', 'time'] as const

/** Null for the caller's organisation. */
type OrgId = string | null

export const termsQuery = (orgId: OrgId) => queryOf(timeKey, schoolingApi.terms, { query: { orgId } })
export const saveTerm = (body: TermForm) => call(schoolingApi.saveTerm, { body })
export const deleteTermDifference = (orgId: OrgId, termId: string) =>
  call(schoolingApi.dropTermDifference, { body: { orgId, termId } })

export const calendarQuery = (orgId: OrgId, from: string, to: string) =>
  queryOf(timeKey, schoolingApi.calendar, { query: { orgId, from, to } })
export const saveDays = (body: CalendarForm) => call(schoolingApi.saveCalendar, { body })
export const clearDays = (orgId: OrgId, from: string, to: string) =>
  call(schoolingApi.clearCalendar, { body: { orgId, from, to } })

export const periodSchemesQuery = (orgId: OrgId) => queryOf(timeKey, schoolingApi.periodSchemes, { query: { orgId } })
export const saveScheme = (body: PeriodSchemeForm) => call(schoolingApi.savePeriodScheme, { body })
export const deleteScheme = (id: string) => call(schoolingApi.deletePeriodScheme, { body: { id } })

/** The current grades of the school, which may have their own periods. */
export const gradesQuery = (orgId: OrgId) => queryOf(['schooling'], schoolingApi.grades, { query: { orgId, all: 0 } })

/** The current week, read once for the dashboard and its header line. */
export const currentWeekQuery = queryOf(['schooling'], schoolingApi.week)

export const getWeekCardShape = async (client: QueryClient): Promise<CardShape> => {
  await client.fetchQuery(currentWeekQuery)
  return 'card'
}

import type { QueryClient } from '@tanstack/react-query'
import type { Page } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import type { CardShape } from '#packages/web/core/module.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import type { ListQuery } from '#packages/web/desk/list/list-spec.ts'
import {
  schoolingApi,
  type CalendarForm,
  type PeriodSchemeForm,
  type Subject,
  type SubjectForm,
  type TermForm,
} from '../contract.ts'

/** One key for terms, days and periods, because a change of a term changes the calendar. */
export const timeKey = ['schooling', 'time'] as const
export const subjectKey = ['schooling', 'subjects'] as const

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

/** The server returns all rows; filter and paging are done here. */
function paginateRows<Row extends { name: string }>(
  all: readonly Row[],
  { filter, pageNumber, pageSize }: ListQuery,
  fits: (row: Row) => boolean,
): Page<Row> {
  const found = all.filter((row) => row.name.includes(filter['keyword'] ?? '') && fits(row))
  const items = found.slice((pageNumber - 1) * pageSize, pageNumber * pageSize)
  return { items, itemCount: found.length, pageCount: Math.ceil(found.length / pageSize) }
}

export const subjectPageQuery =
  (orgId: OrgId) =>
  (query: ListQuery): QueryDefinition<Page<Subject>> => ({
    queryKey: [...subjectKey, orgId, query.filter, query.pageNumber, query.pageSize],
    queryFn: async ({ signal }) => {
      const { kind, stage } = query.filter
      const all = await call(schoolingApi.subjects, { query: { orgId }, signal })
      return paginateRows(
        all,
        query,
        (row) => (!kind || row.kind === kind) && (!stage || row.stages.includes(Number(stage))),
      )
    },
  })
export const saveSubject = (body: SubjectForm) => call(schoolingApi.saveSubject, { body })

/** The current week, read once for the dashboard and its header line. */
export const currentWeekQuery = queryOf(['schooling'], schoolingApi.week)

export const getWeekCardShape = async (client: QueryClient): Promise<CardShape> => {
  await client.fetchQuery(currentWeekQuery)
  return 'card'
}

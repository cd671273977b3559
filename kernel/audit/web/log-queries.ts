import type { Page } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import { parseDateRange } from '#packages/web/core/format/date-range.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import type { FilterSpec, ListFilter, ListQuery } from '#packages/web/desk/list/list-spec.ts'
import { identityLogApi, type IdentityChangeRow, type IdentityKind } from '../contract-identity.ts'
import { logDaysAtMost, operationApi, type Operation, type OperationResult } from '../contract-operations.ts'

export const operationKey = ['audit', 'operations'] as const
export const identityKey = ['audit', 'identity'] as const

/** A log is searched for a month at most: a range of days without the longer shortcuts. */
export const limitLogDays = (range: FilterSpec): FilterSpec => ({
  ...range,
  options: range.options.filter(({ value }) => Number(value) <= logDaysAtMost),
})

const readFilter = ({ filter, pageNumber, pageSize }: ListQuery) => ({
  keyword: filter['keyword'] || undefined,
  ...parseDateRange(filter['days']),
  pageNumber,
  pageSize,
})

/** The filter of an export: that of the list. */
export const toLogFilter = ({ filter }: ListFilter) => ({
  keyword: filter['keyword'] || undefined,
  result: filter['result'] || undefined,
  kind: filter['kind'] || undefined,
  ...parseDateRange(filter['days']),
})

export const operationPageQuery = (query: ListQuery): QueryDefinition<Page<Operation>> =>
  queryOf(operationKey, operationApi.operationPage, {
    query: { ...readFilter(query), result: (query.filter['result'] || undefined) as OperationResult | undefined },
  })

export const operationQuery = (id: string) => queryOf(operationKey, operationApi.operationDetail, { query: { id } })

export const traceQuery = (id: string, at: string) => queryOf(operationKey, operationApi.trace, { query: { id, at } })

export const loadObjectHistory = (type: string, id: string, pageNumber: number, signal: AbortSignal) =>
  call(operationApi.objectHistory, { query: { type, id, pageNumber, pageSize: 20 }, signal })

export const identityPageQuery = (query: ListQuery): QueryDefinition<Page<IdentityChangeRow>> =>
  queryOf(identityKey, identityLogApi.identityPage, {
    query: { ...readFilter(query), kind: (query.filter['kind'] || undefined) as IdentityKind | undefined },
  })

export const identityQuery = (id: string) => queryOf(identityKey, identityLogApi.identityDetail, { query: { id } })

export const identityTimelineQuery = (userId: string) =>
  queryOf(identityKey, identityLogApi.identityTimeline, { query: { userId } })

import type { Page } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import { parseDateRange } from '#packages/web/core/format/date-range.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import type { ListQuery } from '#packages/web/desk/list/list-spec.ts'
import { developerApi, type CooperationStatus, type DeveloperListRow } from '../contract-developers.ts'

export const developerKey = ['developer', 'companies'] as const

export const developerPage = ({ filter, pageNumber, pageSize }: ListQuery): QueryDefinition<Page<DeveloperListRow>> =>
  queryOf(developerKey, developerApi.managePage, {
    query: {
      pageNumber,
      pageSize,
      keyword: filter['keyword'] ?? '',
      // The page apps no other values.
      status: (filter['status'] || undefined) as CooperationStatus | undefined,
      ...parseDateRange(filter['days']),
    },
  })

export const developerDetail = (id: string) => queryOf(developerKey, developerApi.manageDetail, { query: { id } })

export const stopCooperation = (body: { id: string; version: number; reason: string }) =>
  call(developerApi.stopCooperation, { body })
export const resumeCooperation = (body: { id: string; version: number }) =>
  call(developerApi.resumeCooperation, { body })

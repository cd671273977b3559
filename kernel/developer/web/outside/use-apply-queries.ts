import type { Page } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import { parseDateRange } from '#packages/web/core/format/date-range.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import type { ListQuery } from '#packages/web/desk/list/list-spec.ts'
import { useApplyApi, type OwnAppForm, type OwnApplication, type OwnMessage } from '../../contract-developers.ts'
import { ownApisApi } from '../../contract-own-apis.ts'

export const useApplyKey = ['use-apply'] as const

/** List rows need an id; an application uses its key. */
export type OwnApplicationRow = OwnApplication & { id: string }

const pageOfQuery = ({ filter, pageNumber, pageSize }: ListQuery) => ({
  pageNumber,
  pageSize,
  ...parseDateRange(filter['days']),
})

export function ownApplicationPage(query: ListQuery): QueryDefinition<Page<OwnApplicationRow>> {
  const { keyword = '', status = '' } = query.filter
  const { queryKey, queryFn } = queryOf(useApplyKey, useApplyApi.myApps, {
    query: { ...pageOfQuery(query), keyword, ...(status !== '' && { status: Number(status) }) },
  })
  return {
    queryKey,
    queryFn: async (context) => {
      const page = await queryFn(context)
      return { ...page, items: page.items.map((app) => ({ ...app, id: app.key })) }
    },
  }
}

export function ownApplication(key: string): QueryDefinition<OwnApplicationRow> {
  const { queryKey, queryFn } = queryOf(useApplyKey, useApplyApi.myApp, { query: { fAppKey: key } })
  return { queryKey, queryFn: async (context) => ({ ...(await queryFn(context)), id: key }) }
}

/** The districts that do not answer now. */
export const unavailableDistricts = queryOf([...useApplyKey, 'unavailable'], useApplyApi.myApps, {
  query: { pageNumber: 1, pageSize: 1, keyword: '' },
})

export const ownHistory = (key: string) => queryOf(useApplyKey, useApplyApi.history, { query: { fAppKey: key } })
export const ownSecrets = (key: string) => queryOf(useApplyKey, useApplyApi.secrets, { query: { fAppKey: key } })
export const ownApis = (key: string) => queryOf(useApplyKey, ownApisApi.ownApis, { query: { fAppKey: key } })
export const ownQuota = (key: string) => queryOf(useApplyKey, ownApisApi.quota, { query: { fAppKey: key } })
export const ownCallPage = (key: string, pageNumber: number, pageSize: number) =>
  queryOf(useApplyKey, ownApisApi.callLog, { query: { fAppKey: key, pageNumber, pageSize } })
export const companyInfo = queryOf(useApplyKey, useApplyApi.info)

export const ownMessagePage = (query: ListQuery): QueryDefinition<Page<OwnMessage>> =>
  queryOf(useApplyKey, useApplyApi.messages, { query: pageOfQuery(query) })

export const saveOwnApplication = (body: OwnAppForm) => call(useApplyApi.apply, { body })
export const withdrawOwnApplication = (key: string) => call(useApplyApi.withdraw, { body: { fAppKey: key } })
export const resetSecret = (body: { key: string; graceHours: number; reason: string }) =>
  call(useApplyApi.resetSecret, { body })

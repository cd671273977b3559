import type { Page } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import { parseDateRange } from '#packages/web/core/format/date-range.ts'
import { formatDate } from '#packages/web/core/format/time.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import type { ListQuery } from '#packages/web/desk/list/list-spec.ts'
import { useApplyApi, type OwnAppForm, type OwnApplication, type OwnMessage } from '../../contract-developers.ts'
import { ownApisApi } from '../../contract-own-apis.ts'

export const useApplyKey = ['use-apply'] as const

/** List rows need an id; an application uses its key. */
export type OwnApplicationRow = OwnApplication & { id: string }

/** A company has few applications: all are loaded, and filtered here. */
const listAll = async (signal: AbortSignal): Promise<OwnApplicationRow[]> =>
  (await call(useApplyApi.myApps, { signal })).map((app) => ({ ...app, id: app.key }))

function isWithin({ filter }: ListQuery, at: string): boolean {
  const { from, to } = parseDateRange(filter['days'])
  const day = at && formatDate(at)
  return (!from || day >= from) && (!to || day <= to)
}

function cut<Row>(rows: readonly Row[], { pageNumber, pageSize }: ListQuery): Page<Row> {
  const items = rows.slice((pageNumber - 1) * pageSize, pageNumber * pageSize)
  return { itemCount: rows.length, pageCount: Math.ceil(rows.length / pageSize), items }
}

export const ownApplicationPage = (query: ListQuery): QueryDefinition<Page<OwnApplicationRow>> => ({
  queryKey: [...useApplyKey, 'apps', query.filter, query.pageNumber, query.pageSize],
  queryFn: async ({ signal }) => {
    const { keyword = '', status = '' } = query.filter
    const all = await listAll(signal)
    return cut(
      all.filter(
        (app) =>
          app.name.includes(keyword) &&
          (status === '' || String(app.status) === status) &&
          isWithin(query, app.registeredAt ?? ''),
      ),
      query,
    )
  },
})

export const ownApplication = (key: string): QueryDefinition<OwnApplicationRow> => ({
  queryKey: [...useApplyKey, 'app', key],
  queryFn: async ({ signal }) => {
    const found = (await listAll(signal)).find((app) => app.key === key)
    if (!found) throw new Error('应用不存在')
    return found
  },
})

export const ownHistory = (key: string) => queryOf(useApplyKey, useApplyApi.history, { query: { fAppKey: key } })
export const ownSecrets = (key: string) => queryOf(useApplyKey, useApplyApi.secrets, { query: { fAppKey: key } })
export const ownApis = (key: string) => queryOf(useApplyKey, ownApisApi.ownApis, { query: { fAppKey: key } })
export const ownQuota = (key: string) => queryOf(useApplyKey, ownApisApi.quota, { query: { fAppKey: key } })
export const ownCallPage = (key: string, pageNumber: number, pageSize: number) =>
  queryOf(useApplyKey, ownApisApi.callLog, { query: { fAppKey: key, pageNumber, pageSize } })
export const companyInfo = queryOf(useApplyKey, useApplyApi.info)

export const ownMessagePage = (query: ListQuery): QueryDefinition<Page<OwnMessage>> => ({
  queryKey: [...useApplyKey, 'messages', query.filter, query.pageNumber, query.pageSize],
  queryFn: async ({ signal }) => {
    const all = await call(useApplyApi.messages, { signal })
    return cut(
      all.filter(({ at }) => isWithin(query, at)),
      query,
    )
  },
})

export const saveOwnApplication = (body: OwnAppForm) => call(useApplyApi.apply, { body })
export const withdrawOwnApplication = (key: string) => call(useApplyApi.withdraw, { body: { fAppKey: key } })
export const resetSecret = (body: { key: string; graceHours: number; reason: string }) =>
  call(useApplyApi.resetSecret, { body })

import type { Page } from '#packages/contract'
import { Ret } from '#packages/core'
import { call } from '#packages/web/core/call.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import { daysIn } from '#packages/web/core/format/date-range.ts'
import type { Reading } from '#packages/web/core/query-client.ts'
import type { ListQuery } from '#packages/web/desk/list/spec.ts'
import { catalogueApi, type AccessChoices, type AccessFacts, type AccessRequest, type Wanted } from '../contract.ts'

export const askingKey = ['catalogue', 'asking'] as const

/** Whom something is open for, and who decides about it. */
export const accessFacts = (wanted: Wanted): Reading<AccessFacts> => ({
  queryKey: [...askingKey, 'facts', wanted.kind, wanted.target],
  queryFn: ({ signal }) => call(catalogueApi.accessFacts, { query: wanted, signal }),
})

export const askAccess = (wanted: Wanted, reason: string) => call(catalogueApi.askAccess, { body: { wanted, reason } })

type Status = AccessRequest['status'] | ''

export const accessRequestPage = (query: ListQuery): Reading<Page<AccessRequest>> => ({
  queryKey: [...askingKey, 'page', query],
  queryFn: ({ signal }) => {
    const { pageNumber, pageSize, filter } = query
    const status = (filter['status'] ?? '') as Status
    return call(catalogueApi.accessRequests, {
      query: { pageNumber, pageSize, status, ...daysIn(filter['days']) },
      signal,
    })
  },
})

/** One of them. It has no address of its own on the server: those that wait are few, and the others are history. */
export const accessRequestDetail = (id: string): Reading<AccessRequest> => ({
  queryKey: [...askingKey, 'request', id],
  queryFn: async ({ signal }) => {
    for (const status of ['waiting', ''] as const) {
      const query = { status, pageNumber: 1, pageSize: 200 }
      const one = (await call(catalogueApi.accessRequests, { query, signal })).items.find((row) => row.id === id)
      if (one) return one
    }
    throw new CallError({ ret: Ret.notFound, msg: '申请不存在', status: 200 })
  },
})

/** What agreeing would give. */
export const accessChoices = (id: string): Reading<AccessChoices> => ({
  queryKey: [...askingKey, 'choices', id],
  queryFn: ({ signal }) => call(catalogueApi.accessChoices, { query: { id }, signal }),
})

export const decideAccess = (decision: { id: string; isAgreed: boolean; roleId: string | null; words: string }) =>
  call(catalogueApi.decideAccess, { body: decision })

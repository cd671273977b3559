import type { Page } from '#packages/contract'
import { Ret } from '#packages/core'
import { call } from '#packages/web/core/call.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import { parseDateRange } from '#packages/web/core/format/date-range.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import type { ListQuery } from '#packages/web/desk/list/list-spec.ts'
import {
  catalogueApi,
  type AccessChoices,
  type AccessFacts,
  type AccessRequest,
  type AccessTarget,
} from '../contract.ts'

export const accessRequestKey = ['catalogue', 'asking'] as const

/** Who may use the target, and who decides about it. */
export const accessFactsQuery = (accessTarget: AccessTarget): QueryDefinition<AccessFacts> => ({
  queryKey: [...accessRequestKey, 'facts', accessTarget.kind, accessTarget.target],
  queryFn: ({ signal }) => call(catalogueApi.accessFacts, { query: accessTarget, signal }),
})

export const requestAccess = (accessTarget: AccessTarget, reason: string) =>
  call(catalogueApi.requestAccess, { body: { accessTarget, reason } })

type RequestStatusFilter = AccessRequest['status'] | ''

export const accessRequestPage = (query: ListQuery): QueryDefinition<Page<AccessRequest>> => ({
  queryKey: [...accessRequestKey, 'page', query],
  queryFn: ({ signal }) => {
    const { pageNumber, pageSize, filter } = query
    const status = (filter['status'] ?? '') as RequestStatusFilter
    return call(catalogueApi.accessRequests, {
      query: { pageNumber, pageSize, status, ...parseDateRange(filter['days']) },
      signal,
    })
  },
})

/** One request. The server has no route for a single one: few are pending, and the others are history. */
export const accessRequestDetail = (id: string): QueryDefinition<AccessRequest> => ({
  queryKey: [...accessRequestKey, 'request', id],
  queryFn: async ({ signal }) => {
    for (const status of ['waiting', ''] as const) {
      const query = { status, pageNumber: 1, pageSize: 200 }
      const one = (await call(catalogueApi.accessRequests, { query, signal })).items.find((row) => row.id === id)
      if (one) return one
    }
    throw new CallError({ ret: Ret.notFound, msg: '申请不存在', status: 200 })
  },
})

/** What an approval would grant. */
export const accessChoicesQuery = (id: string): QueryDefinition<AccessChoices> => ({
  queryKey: [...accessRequestKey, 'choices', id],
  queryFn: ({ signal }) => call(catalogueApi.accessChoices, { query: { id }, signal }),
})

export const decideAccessRequest = (decision: {
  id: string
  isAgreed: boolean
  roleId: string | null
  reply: string
}) => call(catalogueApi.decideAccessRequest, { body: decision })

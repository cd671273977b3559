import type { Page } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import type { ListQuery } from '#packages/web/desk/list/list-spec.ts'
import {
  handoverApi,
  type HandoverCase,
  type HandoverDetail,
  type HandoverReason,
  type HandoverStatus,
} from '../contract.ts'

export const handoverKey = ['handover'] as const

export const casePageQuery = ({ filter, pageNumber, pageSize }: ListQuery): QueryDefinition<Page<HandoverCase>> => ({
  queryKey: [...handoverKey, 'list', filter, pageNumber, pageSize],
  queryFn: ({ signal }) => {
    const status = (filter['status'] || undefined) as HandoverStatus | undefined
    const reason = (filter['reason'] || undefined) as HandoverReason | undefined
    const query = { keyword: filter['keyword'] ?? '', status, reason, pageNumber, pageSize }
    return call(handoverApi.list, { query, signal })
  },
})

/** Which hand-over: one of the list, the newest of a member of staff, or of whom a change moves away. */
export type HandoverChoice = { id: string } | { userId: string } | { changeId: string }

export const handoverQuery = (asked: HandoverChoice): QueryDefinition<HandoverDetail> => ({
  queryKey: [...handoverKey, 'detail', asked],
  queryFn: ({ signal }) =>
    call(handoverApi.detail, { query: { id: null, userId: null, changeId: null, ...asked }, signal }),
})

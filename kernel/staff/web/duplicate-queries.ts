import { Ret } from '#packages/core'
import { call } from '#packages/web/core/call.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import { parseDateRange } from '#packages/web/core/format/date-range.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import type { ListQuery } from '#packages/web/desk/list/list-spec.ts'
import { duplicateStatuses, staffApi, type Duplicate } from '../contract.ts'
import { staffKey } from './staff-queries.ts'

const duplicatesKey = [...staffKey, 'duplicates'] as const

export const duplicatePageQuery = ({ filter, pageNumber, pageSize }: ListQuery) => {
  const query = {
    status: (filter['status'] ?? 'open') as Duplicate['status'],
    ...parseDateRange(filter['days']),
    pageNumber,
    pageSize,
  }
  return queryOf(duplicatesKey, staffApi.duplicates, { query })
}

const most = 100

/** The current state of a pair, which may have been decided since the list was read. */
export const duplicateDetailQuery = (id: string): QueryDefinition<Duplicate> => ({
  queryKey: [...duplicatesKey, 'detail', id],
  queryFn: async ({ signal }) => {
    for (const status of Object.keys(duplicateStatuses) as Duplicate['status'][]) {
      const query = { status, pageNumber: 1, pageSize: most }
      const { items } = await call(staffApi.duplicates, { query, signal })
      const found = items.find((row) => row.id === id)
      if (found) return found
    }
    throw new CallError({ ret: Ret.notFound, msg: '要找的内容不存在或不可见', status: 200 })
  },
})

/** `keepId` remains; the other person is merged into it. */
export const mergePeople = (keepId: string, otherId: string, reason: string) =>
  call(staffApi.mergePeople, { body: { keepId, otherId, reason } })
export const refuseMerge = (id: string) => call(staffApi.refuseMerge, { body: { id } })

/** Undoes the merge of a pair, by the current id of the merge. */
export async function unmergePeople(id: string) {
  const { mergeId } = await duplicateDetailQuery(id).queryFn({ signal: new AbortController().signal })
  if (mergeId) await call(staffApi.unmergePeople, { body: { id: mergeId } })
}

import type { BodyOf, DataOf } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { accessApi } from '../contract.ts'
import { roleKey } from './role-queries.ts'

const explainAccessKey = [...roleKey, 'mirror'] as const

export type FoundRecord = DataOf<typeof accessApi.findRecords>[number]
export type RecordHolders = DataOf<typeof accessApi.holders>

export const effectiveAccessQuery = (userId: string) =>
  queryOf(explainAccessKey, accessApi.effective, { query: { userId } })

export const recordKindsQuery = queryOf(explainAccessKey, accessApi.recordKinds)

export const recordSearchQuery = (kind: string, keyword: string): QueryDefinition<FoundRecord[]> => ({
  queryKey: [...explainAccessKey, 'records', kind, keyword],
  queryFn: ({ signal }) =>
    keyword === '' ? Promise.resolve([]) : call(accessApi.findRecords, { body: { kind, keyword }, signal }),
})

export const accessExplanationQuery = (question: BodyOf<typeof accessApi.explain>) =>
  queryOf(explainAccessKey, accessApi.explain, { body: question })

export const recordHoldersQuery = (question: BodyOf<typeof accessApi.holders>) =>
  queryOf(explainAccessKey, accessApi.holders, { body: question })

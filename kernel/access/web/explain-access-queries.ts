import type { BodyOf, DataOf } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { accessApi, type EffectiveAccess, type AccessExplanation } from '../contract.ts'
import { roleKey } from './role-queries.ts'

const explainAccessKey = [...roleKey, 'mirror'] as const

type RecordKinds = DataOf<typeof accessApi.recordKinds>
export type FoundRecord = DataOf<typeof accessApi.findRecords>[number]
export type RecordHolders = DataOf<typeof accessApi.holders>

export const effectiveAccessQuery = (userId: string): QueryDefinition<EffectiveAccess> => ({
  queryKey: [...explainAccessKey, 'effective', userId],
  queryFn: ({ signal }) => call(accessApi.effective, { query: { userId }, signal }),
})

export const recordKindsQuery: QueryDefinition<RecordKinds> = {
  queryKey: [...explainAccessKey, 'kinds'],
  queryFn: ({ signal }) => call(accessApi.recordKinds, { signal }),
}

export const recordSearchQuery = (kind: string, keyword: string): QueryDefinition<FoundRecord[]> => ({
  queryKey: [...explainAccessKey, 'records', kind, keyword],
  queryFn: ({ signal }) =>
    keyword === '' ? Promise.resolve([]) : call(accessApi.findRecords, { body: { kind, keyword }, signal }),
})

export const accessExplanationQuery = (
  question: BodyOf<typeof accessApi.explain>,
): QueryDefinition<AccessExplanation> => ({
  queryKey: [...explainAccessKey, 'explain', question],
  queryFn: ({ signal }) => call(accessApi.explain, { body: question, signal }),
})

export const recordHoldersQuery = (question: BodyOf<typeof accessApi.holders>): QueryDefinition<RecordHolders> => ({
  queryKey: [...explainAccessKey, 'holders', question],
  queryFn: ({ signal }) => call(accessApi.holders, { body: question, signal }),
})

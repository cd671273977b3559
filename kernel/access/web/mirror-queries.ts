import type { BodyOf, DataOf } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import type { Reading } from '#packages/web/core/query-client.ts'
import { accessApi, type Effective, type Explained } from '../contract.ts'
import { roleKey } from './role-queries.ts'

const mirrorKey = [...roleKey, 'mirror'] as const

type RecordKinds = DataOf<typeof accessApi.recordKinds>
export type FoundRecord = DataOf<typeof accessApi.findRecords>[number]
export type Holders = DataOf<typeof accessApi.holders>

export const effectiveOf = (userId: string): Reading<Effective> => ({
  queryKey: [...mirrorKey, 'effective', userId],
  queryFn: ({ signal }) => call(accessApi.effective, { query: { userId }, signal }),
})

export const recordKinds: Reading<RecordKinds> = {
  queryKey: [...mirrorKey, 'kinds'],
  queryFn: ({ signal }) => call(accessApi.recordKinds, { signal }),
}

export const foundRecords = (kind: string, keyword: string): Reading<FoundRecord[]> => ({
  queryKey: [...mirrorKey, 'records', kind, keyword],
  queryFn: ({ signal }) =>
    keyword === '' ? Promise.resolve([]) : call(accessApi.findRecords, { body: { kind, keyword }, signal }),
})

export const explained = (asked: BodyOf<typeof accessApi.explain>): Reading<Explained> => ({
  queryKey: [...mirrorKey, 'explain', asked],
  queryFn: ({ signal }) => call(accessApi.explain, { body: asked, signal }),
})

export const holdersOf = (asked: BodyOf<typeof accessApi.holders>): Reading<Holders> => ({
  queryKey: [...mirrorKey, 'holders', asked],
  queryFn: ({ signal }) => call(accessApi.holders, { body: asked, signal }),
})

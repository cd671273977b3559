import { call } from '#packages/web/core/call.ts'
import type { Reading } from '#packages/web/core/query-client.ts'
import type { Proof } from '#packages/web/desk/proving.tsx'
import { schoolingApi, type ClassTree } from '#kernel/schooling/contract.ts'
import { studentApi, type Student } from '../contract.ts'
import { studentKey } from './tree.ts'

/** The classes that one runs or may see, of one's own school or another. */
export const classesOf = (orgId: string | null): Reading<ClassTree> => ({
  queryKey: [...studentKey, 'classes', orgId],
  queryFn: ({ signal }) => call(schoolingApi.classTree, { query: { orgId }, signal }),
})

/** Who is in a class today. */
export const classRoster = (classId: string) => ({
  queryKey: [...studentKey, 'roster', classId],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await call(studentApi.roster, { query: { classId, groupId: null, pageSize: 500 }, signal })).items,
})

export const classCode = (classId: string, renew: boolean) => call(studentApi.classCode, { body: { classId, renew } })

export const bindRequests = () => ({
  queryKey: [...studentKey, 'bind-requests'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(studentApi.bindRequests, { signal }),
})
export type BindRequest = Awaited<ReturnType<ReturnType<typeof bindRequests>['queryFn']>>[number]

export const decideBinding = (id: string, agrees: boolean) => call(studentApi.decideBinding, { body: { id, agrees } })
export const unbindGuardian = (id: string) => call(studentApi.unbindGuardian, { body: { id } })

export type SeatOrder = 'school-no' | 'pinyin'

/** The whole class anew, one class after the other. */
export async function setSeats(classIds: readonly string[], by: SeatOrder) {
  let changed = 0
  for (const classId of classIds) changed += (await call(studentApi.setSeats, { body: { classId, by } })).changed
  return changed
}

export type Slip = Awaited<ReturnType<typeof slipsOf>>[number]

/** A word for each, told this once. */
export const slipsOf = (rows: readonly Student[], reason: string, proof: Partial<Proof> = {}) =>
  call(studentApi.slips, { body: { ids: rows.map(({ id }) => id), reason, ...proof } })

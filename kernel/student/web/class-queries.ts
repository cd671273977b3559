import { call } from '#packages/web/core/call.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import type { StepUpProof } from '#packages/web/desk/step-up.tsx'
import { schoolingApi } from '#kernel/schooling/contract.ts'
import { studentApi, type Student } from '../contract.ts'
import { studentKey } from './student-tree.ts'

/** The classes in the user's scope, of the own school or another one. */
export const classTreeQuery = (orgId: string | null) =>
  queryOf(studentKey, schoolingApi.classTree, { query: { orgId } })

/** The pupils of a class today. */
export const classRosterQuery = (classId: string) => ({
  queryKey: [...studentKey, 'roster', classId],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await call(studentApi.roster, { query: { classId, groupId: null, pageSize: 500 }, signal })).items,
})

export const fetchClassCode = (classId: string, renew: boolean) =>
  call(studentApi.classCode, { body: { classId, renew } })

export const bindRequestsQuery = () => queryOf(studentKey, studentApi.bindRequests)
export type BindRequest = Awaited<ReturnType<ReturnType<typeof bindRequestsQuery>['queryFn']>>[number]

export const sendBindDecision = (id: string, agrees: boolean) =>
  call(studentApi.decideBindRequest, { body: { id, agrees } })
export const sendUnbindGuardian = (id: string) => call(studentApi.unbindGuardian, { body: { id } })

export type SeatOrder = 'school-no' | 'pinyin'

/** Numbers all seats of each class anew. */
export async function sendSeatOrder(classIds: readonly string[], by: SeatOrder) {
  let changed = 0
  for (const classId of classIds) changed += (await call(studentApi.setSeats, { body: { classId, by } })).changed
  return changed
}

export type AccountSlip = Awaited<ReturnType<typeof fetchAccountSlips>>[number]

/** Returns one activation code per pupil, only this once. */
export const fetchAccountSlips = (rows: readonly Student[], reason: string, proof: Partial<StepUpProof> = {}) =>
  call(studentApi.slips, { body: { ids: rows.map(({ id }) => id), reason, ...proof } })

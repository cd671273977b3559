import type { BodyOf } from '#packages/contract'
import { timetableApi, type RuleForm, type SlotChange } from '#engines/timetable/contract.ts'
import { call } from '#packages/web/core/call.ts'
import { queryOf } from '#packages/web/core/query-of.ts'

/** All versions and their lessons: a new version appears in every list. */
export const timetableKey = ['timetable'] as const
export const ruleKey = ['timetable', 'rules'] as const

export const versionsQuery = (termId: string, orgId: string) =>
  queryOf(timetableKey, timetableApi.list, { query: { termId, orgId } })
export const contentQuery = (id: string) => queryOf(timetableKey, timetableApi.content, { query: { id } })

/** The answer holds for the version as it is now, so its number is part of the key. */
export function judgeQuery(slotId: string, version: number) {
  const query = queryOf(timetableKey, timetableApi.judge, { query: { slotId } })
  return { ...query, queryKey: [...query.queryKey, version] }
}

export const createVersion = (body: BodyOf<typeof timetableApi.create>) => call(timetableApi.create, { body })
export const renameVersion = (body: BodyOf<typeof timetableApi.rename>) => call(timetableApi.rename, { body })
export const removeVersion = (id: string) => call(timetableApi.remove, { body: { id } })
export const fillVersion = (id: string) => call(timetableApi.fill, { body: { id } })
export const changeSlots = (id: string, changes: readonly SlotChange[]) =>
  call(timetableApi.change, { body: { id, changes: [...changes] } })
export const checkVersion = (id: string) => call(timetableApi.check, { body: { id } })

export const publishPreviewQuery = (id: string, effectiveOn: string) =>
  queryOf(timetableKey, timetableApi.publishPreview, { query: { id, effectiveOn } })
export const publishVersion = (body: BodyOf<typeof timetableApi.publish>) => call(timetableApi.publish, { body })

export const rulesQuery = (termId: string, orgId: string) =>
  queryOf(ruleKey, timetableApi.rules, { query: { termId, orgId } })
export const saveRule = (body: RuleForm) => call(timetableApi.saveRule, { body })
export const deleteRule = (id: string) => call(timetableApi.deleteRule, { body: { id } })
export const copyRules = (body: BodyOf<typeof timetableApi.copyRules>) => call(timetableApi.copyRules, { body })

export const precheckQuery = (id: string) => queryOf(timetableKey, timetableApi.precheck, { query: { id } })
export const runsQuery = (id: string) => queryOf(timetableKey, timetableApi.runs, { query: { id } })
export const startSolver = (body: BodyOf<typeof timetableApi.solve>) => call(timetableApi.solve, { body })

import { call } from '#packages/web/core/call.ts'
import type { Reading } from '#packages/web/core/query-client.ts'
import { studentApi, type YearPlan, type YearWishes } from '../contract.ts'
import { studentKey } from './tree.ts'

const yearKey = [...studentKey, 'year'] as const

/** The plan of one's own school, or what it would be. */
export const yearPlan = (): Reading<YearPlan> => ({
  queryKey: [...yearKey, 'plan'],
  queryFn: ({ signal }) => call(studentApi.yearPlan, { query: { orgId: null }, signal }),
})

/** Keeps the wishes over whatever was kept before, and tells what would come of them. */
async function saved(schoolYear: number, wishes: YearWishes): Promise<YearPlan> {
  const { version, status } = await call(studentApi.yearPlan, { query: { orgId: null, schoolYear } })
  return call(studentApi.saveYearPlan, {
    body: { orgId: null, schoolYear, wishes, version: status === 'none' ? 0 : version },
  })
}

/** A trial run: the counts of exactly these wishes. */
export const foreseen = (schoolYear: number, wishes: YearWishes): Reading<YearPlan> => ({
  queryKey: [...yearKey, 'foreseen', schoolYear, JSON.stringify(wishes)],
  queryFn: () => saved(schoolYear, wishes),
})

export async function applyPlan(schoolYear: number, wishes: YearWishes) {
  const { id, version } = await saved(schoolYear, wishes)
  return call(studentApi.applyYearPlan, { body: { id: id!, version } })
}

export const undoPlan = (id: string) => call(studentApi.undoYearPlan, { body: { id } })

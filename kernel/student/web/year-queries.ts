import type { QueryClient } from '@tanstack/react-query'
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

/** Where the counts of exactly these wishes are kept, once they were saved. */
export const foreseenKey = (schoolYear: number, wishes: YearWishes) =>
  [...yearKey, 'foreseen', schoolYear, JSON.stringify(wishes)] as const

/** A trial run, by a press: looking alone changes nothing. */
export async function foresee(client: QueryClient, schoolYear: number, wishes: YearWishes) {
  client.setQueryData(foreseenKey(schoolYear, wishes), await saved(schoolYear, wishes))
}

export async function applyPlan(schoolYear: number, wishes: YearWishes, said: { orgName: string; isEarly: boolean }) {
  const { id, version } = await saved(schoolYear, wishes)
  return call(studentApi.applyYearPlan, { body: { id: id!, version, ...said } })
}

/** What would come of these wishes, counted anew unless that was done already. */
export async function countedPlan(client: QueryClient, schoolYear: number, wishes: YearWishes): Promise<YearPlan> {
  const known = client.getQueryData<YearPlan>(foreseenKey(schoolYear, wishes))
  if (known) return known
  await foresee(client, schoolYear, wishes)
  return client.getQueryData<YearPlan>(foreseenKey(schoolYear, wishes))!
}

export const undoPlan = (id: string) => call(studentApi.undoYearPlan, { body: { id } })

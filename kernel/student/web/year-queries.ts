import type { QueryClient } from '@tanstack/react-query'
import { call } from '#packages/web/core/call.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { studentApi, type YearPlan, type YearPlanInput } from '../contract.ts'
import { studentKey } from './student-tree.ts'

const yearKey = [...studentKey, 'year'] as const

/** The plan of one's own school, or what it would be. */
export const yearPlanQuery = (): QueryDefinition<YearPlan> => ({
  queryKey: [...yearKey, 'plan'],
  queryFn: ({ signal }) => call(studentApi.yearPlan, { query: { orgId: null }, signal }),
})

/** Keeps the wishes over whatever was kept before, and tells what would come of them. */
async function saveYearPlan(schoolYear: number, input: YearPlanInput): Promise<YearPlan> {
  const { version, status } = await call(studentApi.yearPlan, { query: { orgId: null, schoolYear } })
  return call(studentApi.saveYearPlan, {
    body: { orgId: null, schoolYear, input, version: status === 'none' ? 0 : version },
  })
}

/** Where the counts of exactly these wishes are kept, once they were saved. */
export const getPreviewKey = (schoolYear: number, input: YearPlanInput) =>
  [...yearKey, 'foreseen', schoolYear, JSON.stringify(input)] as const

/** A trial run, by a press: looking alone changes nothing. */
export async function previewYearPlan(client: QueryClient, schoolYear: number, input: YearPlanInput) {
  client.setQueryData(getPreviewKey(schoolYear, input), await saveYearPlan(schoolYear, input))
}

export async function sendYearPlan(
  schoolYear: number,
  input: YearPlanInput,
  confirmation: { orgName: string; isEarly: boolean },
) {
  const { id, version } = await saveYearPlan(schoolYear, input)
  return call(studentApi.applyYearPlan, { body: { id: id!, version, ...confirmation } })
}

/** What would come of these wishes, counted anew unless that was done already. */
export async function fetchYearPlanPreview(
  client: QueryClient,
  schoolYear: number,
  input: YearPlanInput,
): Promise<YearPlan> {
  const known = client.getQueryData<YearPlan>(getPreviewKey(schoolYear, input))
  if (known) return known
  await previewYearPlan(client, schoolYear, input)
  return client.getQueryData<YearPlan>(getPreviewKey(schoolYear, input))!
}

export const sendYearPlanUndo = (id: string) => call(studentApi.undoYearPlan, { body: { id } })

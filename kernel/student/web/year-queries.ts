import type { QueryClient } from '@tanstack/react-query'
import { call } from '#packages/web/core/call.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { studentApi, type YearPlan, type YearPlanInput } from '../contract.ts'
import { studentKey } from './student-tree.ts'

const yearKey = [...studentKey, 'year'] as const

/** The saved plan of the own school, or the default plan. */
export const yearPlanQuery = () => queryOf(yearKey, studentApi.yearPlan, { query: { orgId: null } })

/** Saves the decisions over the stored plan and returns the preview. */
async function saveYearPlan(schoolYear: number, input: YearPlanInput): Promise<YearPlan> {
  const { version, status } = await call(studentApi.yearPlan, { query: { orgId: null, schoolYear } })
  return call(studentApi.saveYearPlan, {
    body: { orgId: null, schoolYear, input, version: status === 'none' ? 0 : version },
  })
}

/** The cache key of the preview for exactly this input. */
export const getPreviewKey = (schoolYear: number, input: YearPlanInput) =>
  [...yearKey, 'foreseen', schoolYear, JSON.stringify(input)] as const

/** Saves and previews on request; opening the page alone changes nothing. */
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

/** The preview of this input, from the cache if it exists. */
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

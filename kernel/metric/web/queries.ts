import { callRaw } from '#packages/web/core/call.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { saveBlob } from '#packages/web/core/save-blob.ts'
import type { ChosenPeriod } from '#packages/web/desk/stat-page/stat-page.tsx'
import { metricApi } from '../contract.ts'

const metricKey = ['metric'] as const

export const subjectsQuery = queryOf(metricKey, metricApi.subjects)

export const statisticsQuery = (key: string, period: ChosenPeriod) =>
  queryOf(metricKey, metricApi.read, { query: { key, ...period } })

/** Saves a page of statistics, or one of its charts. */
export async function saveStatisticsSheet(
  key: string,
  period: ChosenPeriod,
  { name, chart }: { name: string; chart?: string },
) {
  saveBlob(await callRaw(metricApi.sheet, { query: { key, ...period, chart } }), `${name}.xlsx`)
}

import { z } from 'zod'
import { enumOf, periodKinds, routesOf, statPage } from '#packages/contract'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)

const statisticsQuery = z.object({
  key: z.string().max(60),
  kind: enumOf(periodKinds).optional(),
  /** A day of the period; default today. */
  on: z.iso.date().optional(),
})

/** Each subject has the permission of its list; the numbers are those of the caller's scope. */
export const metricApi = {
  /** The subjects that the caller may read. */
  subjects: route({
    method: 'GET',
    path: '/api/metric/subjects',
    title: '统计主题',
    access: 'staff',
    data: z.array(z.object({ key: z.string(), title: z.string() })),
  }),
  read: route({
    method: 'GET',
    path: '/api/metric/statistics',
    title: '统计',
    access: 'staff',
    query: statisticsQuery,
    data: statPage,
  }),
  /** The same as a spreadsheet: the whole page, or one chart. */
  sheet: route({
    method: 'GET',
    path: '/api/metric/sheet',
    title: '导出统计',
    access: 'staff',
    raw: true,
    // Only such routes can answer with bytes.
    ownTransactions: true,
    query: statisticsQuery.extend({ chart: z.string().max(60).optional() }),
    data: z.string(),
  }),
}

export interface AppDataAddress {
  /** The module that declares the metrics: the key of its manifest. */
  key: string
  /** The metric that is shown first. */
  code?: string
  orgId: string
  /** Days, both included. */
  from: string
  to: string
}

/** The page of 应用数据 with the same organisation and days as a number elsewhere. */
export function buildAppDataUrl({ key, code, orgId, from, to }: AppDataAddress): string {
  const query = new URLSearchParams({ key, ...(code ? { code } : {}), org: orgId, from, to })
  return `/appData/index?${query.toString()}`
}

import type { Manifest } from '#packages/contract'
import { addDays, dayOf, listContributions, type Ctx } from '#packages/core'
import {
  listMetricsReadableAt,
  readMetric,
  type MetricReading,
  type ReadableMetric,
} from '#kernel/metric/server/api.ts'
import { countAppData } from '../../app-data-volume.ts'

/** The days that are counted for a tile. */
export const usageDays = 30
const mostTotals = 3

export interface AppTotal {
  /** The name of the figure. */
  key: string
  value: string
}

/** What a tile shows of an application, by its key: only applications with a metric that the caller may read. */
export type AppTotals = ReadonlyMap<string, AppTotal[]>

const isOfApplication = (manifests: readonly Manifest[]) => {
  const keys = new Set(manifests.filter(({ kind }) => kind === 'application').map(({ key }) => key))
  return ({ key }: ReadableMetric) => keys.has(key)
}

/** The metrics of applications that the caller may read in the current organisation, by application. */
async function listOfApplications(ctx: Ctx): Promise<Map<string, ReadableMetric[]>> {
  if (ctx.actor.kind !== 'staff') return new Map()
  const readable = (await listMetricsReadableAt(ctx, ctx.actor.orgId)).filter(isOfApplication(ctx.app.manifests))
  return Map.groupBy(readable, ({ key }) => key)
}

/** Up to three figures of the last counted day of each application, in four statements for all of them. */
export async function readAppTotals(ctx: Ctx): Promise<AppTotals> {
  const metrics = await listOfApplications(ctx)
  const codes = [...metrics.values()].flatMap((own) => own.slice(0, mostTotals).map(({ code }) => code))
  if (codes.length === 0) return new Map()
  const today = dayOf(ctx.now)
  const readings = await readMetric(ctx, { codes, orgId: ctx.actor.orgId, from: today, to: today })
  const shown = new Map(readings.map((reading) => [reading.code, showTotal(reading)]))
  return new Map(
    [...metrics].map(([key, own]) => [key, own.slice(0, mostTotals).flatMap(({ code }) => shown.get(code) ?? [])]),
  )
}

function showTotal({ title, unit, values }: MetricReading): AppTotal[] {
  const value = values[0]?.before?.value ?? null
  return value === null ? [] : [{ key: title, value: `${value}${unit === '%' ? '%' : ` ${unit}`}` }]
}

/**
 * How much business data each application has: what it counts itself, or else its first metric that is a sum or a level.
 * Undefined for an application whose figures the caller may not read.
 */
export async function readDataVolumes(ctx: Ctx, keys: readonly string[]): Promise<(key: string) => number | undefined> {
  const counted = new Map<string, number>()
  const counters = new Set(listContributions(ctx, 'appDataCounters').map(({ key }) => key))
  for (const key of keys) if (counters.has(key)) counted.set(key, await countAppData(ctx, key))
  const readable = await listOfApplications(ctx)
  const main = [...readable].flatMap(([key, metrics]) => {
    const first = metrics.find(({ spec: { kind } }) => kind === 'sum' || kind === 'level')
    return first && !counted.has(key) ? [{ key, code: first.code }] : []
  })
  const to = dayOf(ctx.now)
  const period = { orgId: ctx.actor.orgId, from: addDays(to, 1 - usageDays), to }
  const readings = main.length > 0 ? await readMetric(ctx, { codes: main.map(({ code }) => code), ...period }) : []
  const values = new Map(readings.map(({ code, values: [only] }) => [code, only?.value ?? 0]))
  for (const { key, code } of main) counted.set(key, Math.round(values.get(code) ?? 0))
  const withMetrics = new Set(
    ctx.app.manifests.flatMap(({ key, metrics }) => (metrics && Object.keys(metrics).length > 0 ? key : [])),
  )
  return (key) => counted.get(key) ?? (withMetrics.has(key) ? undefined : 0)
}

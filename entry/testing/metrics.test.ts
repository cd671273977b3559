import { expect, it } from 'vitest'
import { listContributions, newId } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { loadModules } from '../modules.ts'

const { as } = useDatabase()
const { app, manifests } = await loadModules()
const metrics = manifests.flatMap((manifest) =>
  Object.entries(manifest.metrics ?? {}).map(([code, metric]) => ({ code, metric, manifest })),
)
const counts = new Map(listContributions({ app }, 'metricCounts').map(({ code, count }) => [code, count]))

it('every declared metric has one query, and every query a declaration', () => {
  expect(new Set(metrics.map(({ code }) => code)).size).toBe(metrics.length)
  expect([...counts.keys()].toSorted()).toEqual(metrics.map(({ code }) => code).toSorted())
})

it.each(metrics)('$code can be counted, and leads to a page of its module', async ({ code, metric, manifest }) => {
  const [path] = metric.drill.split('?')
  expect((manifest.pages ?? []).map((page) => page.path)).toContain(path)
  // Nobody's organisation: the query runs, and counts nothing.
  const facts = await as(createActor(), (ctx) =>
    counts.get(code)!({ ...ctx, app }, { orgId: newId(), day: '2026-11-16' }),
  )
  for (const { value, of, dims = {} } of facts ?? []) {
    expect(value).toBe(0)
    expect(of).toBe(metric.kind === 'rate' ? 0 : undefined)
    expect(Object.keys(dims).toSorted()).toEqual(Object.keys(metric.dims ?? {}).toSorted())
  }
})

it('the codes of a dimension have words', () => {
  const declared = metrics.flatMap(({ code, metric }) => Object.keys(metric.dims ?? {}).map((dim) => `${code} ${dim}`))
  const labelled = listContributions({ app }, 'metricDimLabels').map(({ code, dim }) => `${code} ${dim}`)
  expect(declared).toEqual(expect.arrayContaining(labelled))
  // Kinds are always codes; subjects are words already.
  expect(declared.filter((one) => one.endsWith(' kind') && !labelled.includes(one))).toEqual([])
})

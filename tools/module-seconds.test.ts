import { expect, it } from 'vitest'
import { sumSeconds, judgeModules } from './module-seconds.ts'
import { measurePace } from './machine-pace.ts'

it('adds up tests and journeys by module, the most expensive first', () => {
  const sums = sumSeconds(
    { 'kernel/org/server/org.test.ts': 2, 'kernel/org/web/tree.test.tsx': 3, 'packages/core/core.test.ts': 1 },
    { 'kernel/org/journeys/merge.journey.ts': 4 },
  )
  expect(sums).toEqual([
    { module: 'kernel/org', tests: 5, journeys: 4 },
    { module: 'packages/core', tests: 1, journeys: 0 },
  ])
})

it('lists a module above 30 s, fails one above 90 s, and ignores entry', () => {
  const sums = sumSeconds({ 'kernel/a/x': 30, 'kernel/b/x': 31, 'kernel/c/x': 91, 'entry/api/x': 200 }, {})
  const { named, failed } = judgeModules(sums, 'tests')
  expect(named.map(({ module }) => module)).toEqual(['kernel/b'])
  expect(failed.map(({ module }) => module)).toEqual(['kernel/c'])
})

it('counts journeys apart from tests', () => {
  const sums = sumSeconds({ 'kernel/a/x': 29 }, { 'kernel/a/j': 121, 'kernel/b/j': 401, 'entry/e2e/j': 900 })
  expect(judgeModules(sums, 'tests')).toEqual({ named: [], failed: [] })
  const { named, failed } = judgeModules(sums, 'journeys')
  expect(named.map(({ module }) => module)).toEqual(['kernel/a'])
  expect(failed.map(({ module }) => module)).toEqual(['kernel/b'])
})

it('corrects for a machine that is twice as slow, and never for a faster one', () => {
  expect(measurePace([50, 25, 75])).toBe(2)
  expect(measurePace([10])).toBe(1)
  expect(measurePace([])).toBe(1)
})

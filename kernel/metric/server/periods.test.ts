import { expect, it } from 'vitest'
import { resolvePeriod } from './periods.ts'

const terms = [
  { name: '2025学年第二学期', from: '2026-02-20', to: '2026-08-31' },
  { name: '2026学年第一学期', from: '2026-09-01', to: '2027-02-19' },
]
const today = '2026-11-18'
const resolve = (kind: Parameters<typeof resolvePeriod>[0], on = today, known = terms) =>
  resolvePeriod(kind, on, { today, terms: known })!

it('compares an unfinished month with as many days of the month before', () => {
  expect(resolve('month')).toMatchObject({
    from: '2026-11-01',
    to: today,
    label: '2026年11月',
    name: '本月',
    before: { from: '2026-10-01', to: '2026-10-18' },
    comparison: '比上月同期',
    previous: '2026-10-01',
    next: null,
  })
})

it('compares a whole month with the whole month before, however many days that has', () => {
  expect(resolve('month', '2026-03-31')).toMatchObject({
    from: '2026-03-01',
    to: '2026-03-31',
    name: '3 月',
    before: { from: '2026-02-01', to: '2026-02-28' },
    comparison: '比上月',
    next: '2026-04-01',
  })
  expect(resolve('month', '2026-04-10')).toMatchObject({ before: { from: '2026-03-01', to: '2026-03-31' } })
})

it('has weeks from Monday on, across the new year too', () => {
  expect(resolve('week', '2026-01-01')).toMatchObject({
    from: '2025-12-29',
    to: '2026-01-04',
    before: { from: '2025-12-22', to: '2025-12-28' },
    next: '2026-01-05',
  })
  expect(resolve('week').steps.map(({ label }) => label)).toEqual(['11-16', '11-17', '11-18'])
})

it('has the weeks of a term, and turns only to terms that exist', () => {
  const { steps, ...now } = resolve('term')
  expect(now).toMatchObject({ name: '本学期', previous: '2026-02-20', next: null, comparison: '比上学期同期' })
  // The term began on a Tuesday; its twelfth week is not over.
  expect(steps[0]).toEqual({ label: '第1周', from: '2026-09-01', to: '2026-09-06' })
  expect(steps.at(-1)).toEqual({ label: '第12周', from: '2026-11-16', to: today })
  expect(resolve('term', '2026-05-01')).toMatchObject({ previous: null, before: null, next: '2026-09-01' })
  expect(resolvePeriod('term', today, { today, terms: [] })).toBeUndefined()
})

it('never shows days to come', () => {
  expect(resolve('day', '2027-01-01')).toMatchObject({ from: today, to: today, label: '2026-11-18 周三', next: null })
})

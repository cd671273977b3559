import { expect, it } from 'vitest'
import { DemoTermDays } from './term-days.ts'

const at = (day: string) => ({ now: new Date(`${day}T12:00:00+08:00`) })
const term = { startsOn: '2026-09-01', endsOn: '2027-01-31' }

it('gives days before today, and within the term', () => {
  const november = new DemoTermDays(at('2026-11-16'), term)
  expect([november.ago(0), november.ago(3), november.ago(45)]).toEqual(['2026-11-16', '2026-11-13', '2026-10-02'])
  const september = new DemoTermDays(at('2026-09-10'), term)
  expect([september.ago(45), september.ago(20)]).toEqual(['2026-09-01', '2026-09-04'])
  const hasLessons = (day: string) => day < '2026-10-01' || day > '2026-10-07'
  expect(new DemoTermDays(at('2026-11-16'), term, hasLessons).ago(43)).toBe('2026-09-30')
  const holidays = new DemoTermDays(at('2027-02-08'), term)
  expect([holidays.ago(0), holidays.ago(45)]).toEqual(['2027-01-31', '2026-12-17'])
  expect(new DemoTermDays(at('2026-09-01'), term).ago(45)).toBe('2026-09-01')
})

it('never gives a day in the future', () => {
  const days = new DemoTermDays(at('2026-11-17'), term)
  expect(days.at(0, 20).getTime()).toBeLessThan(at('2026-11-17').now.getTime())
  expect(days.at(1, 20).toISOString()).toBe('2026-11-16T12:00:00.000Z')
})

import { expect, it } from 'vitest'
import { compareByDueDate, getDueDate } from './due-date.ts'

const now = new Date('2026-11-13T10:00:00+08:00')

it('makes what is late or due today stand out', () => {
  expect(getDueDate('2026-11-12T09:00:00+08:00', now)).toEqual({ tone: 'error', words: '逾期 1 天' })
  expect(getDueDate('2026-11-13T09:00:00+08:00', now)).toEqual({ tone: 'error', words: '已逾期' })
  expect(getDueDate('2026-11-13T12:00:00+08:00', now)).toEqual({ tone: 'warning', words: '今天 12:00' })
  expect(getDueDate('2026-11-16T12:00:00+08:00', now)).toEqual({ tone: 'plain', words: '11-16 周一' })
  expect(getDueDate('2027-01-04T12:00:00+08:00', now)).toEqual({ tone: 'plain', words: '2027-01-04 周一' })
  expect(getDueDate(null, now)).toBeUndefined()
})

it('puts what is due soonest first, and what is not due at all last, as it came', () => {
  const todos = [
    { id: 'b', dueAt: null },
    { id: 'c', dueAt: '2026-11-16T00:00:00Z' },
    { id: 'd', dueAt: null },
    { id: 'a', dueAt: '2026-11-12T00:00:00Z' },
  ]
  expect([...todos].sort(compareByDueDate).map(({ id }) => id)).toEqual(['a', 'c', 'b', 'd'])
})

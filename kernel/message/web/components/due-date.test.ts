import { expect, it } from 'vitest'
import { compareByDueDate, getDueDate } from './due-date.ts'

const now = new Date('2026-11-13T10:00:00+08:00')

it('highlights what is overdue or due today', () => {
  expect(getDueDate('2026-11-12T09:00:00+08:00', now)).toEqual({ tone: 'error', label: '逾期 1 天' })
  expect(getDueDate('2026-11-13T09:00:00+08:00', now)).toEqual({ tone: 'error', label: '已逾期' })
  expect(getDueDate('2026-11-13T12:00:00+08:00', now)).toEqual({ tone: 'warning', label: '今天 12:00' })
  expect(getDueDate('2026-11-16T12:00:00+08:00', now)).toEqual({ tone: 'plain', label: '11-16 周一' })
  expect(getDueDate('2027-01-04T12:00:00+08:00', now)).toEqual({ tone: 'plain', label: '2027-01-04 周一' })
  expect(getDueDate(null, now)).toBeUndefined()
})

it('sorts by due date, with undated ones last in their order', () => {
  const todos = [
    { id: 'b', dueAt: null },
    { id: 'c', dueAt: '2026-11-16T00:00:00Z' },
    { id: 'd', dueAt: null },
    { id: 'a', dueAt: '2026-11-12T00:00:00Z' },
  ]
  expect([...todos].sort(compareByDueDate).map(({ id }) => id)).toEqual(['a', 'c', 'b', 'd'])
})

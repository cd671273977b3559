import { expect, it } from 'vitest'
import { formatToday } from '#packages/web/core/format/today.ts'
import { listFamilyCards, listStaffCards } from './home-cards.ts'

it('formats the current day', () => {
  expect(formatToday(new Date(2026, 10, 12, 10))).toBe('11月12日 周四')
})

it('shows each user type the cards that modules provide for it, in order', () => {
  const load = () => Promise.resolve({ default: () => null })
  const cards = [
    { id: 'meals', audience: 'guardian', sort: 3, load },
    { id: 'timetable', audience: 'both', sort: 1, load },
    { id: 'courses', audience: 'pupil', sort: 2, load },
  ] as const
  expect(listFamilyCards(1, cards).map(({ id }) => id)).toEqual(['timetable', 'courses'])
  expect(listFamilyCards(2, cards).map(({ id }) => id)).toEqual(['timetable', 'meals'])
})

it('shows staff the cards of their permissions and open applications, tab by tab', () => {
  const load = () => Promise.resolve({ default: () => null })
  const cards = [
    { id: 'classes', audience: 'staff', permission: 'student.read', sort: 2, load },
    { id: 'to-do', audience: 'staff', sort: 1, load },
    { id: 'messages', audience: 'staff', tab: 'messages', sort: 1, load },
    { id: 'timetable', audience: 'both', sort: 1, load },
    { id: 'leave', audience: 'staff', application: '/application/Leave', sort: 3, load },
  ] as const
  const closedApplications = ['/application/Leave']
  const ids = (...args: Parameters<typeof listStaffCards>) => listStaffCards(...args).map(({ id }) => id)
  expect(ids({ permissions: ['student.read'] }, cards)).toEqual(['to-do', 'classes', 'leave'])
  expect(ids({ permissions: [], closedApplications }, cards)).toEqual(['to-do'])
  expect(ids({ permissions: [] }, cards, 'messages')).toEqual(['messages'])
})

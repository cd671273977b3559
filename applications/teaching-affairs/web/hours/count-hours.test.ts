import { expect, it } from 'vitest'
import { indexContent } from '../timetable/timetable-views.ts'
import { contentOf, ids } from '../timetable.fixture.ts'
import { countClassHours, countTeacherHours, countWeekly, formatHours } from './count-hours.ts'

const index = indexContent(contentOf())

it('counts the lessons of teachers, with half a lesson for every second week', () => {
  expect(countTeacherHours(index, 20)).toEqual([
    { id: ids.chen, name: '陈国栋', placed: 2, assigned: 4, busiestDay: 1, mostOnADay: 2 },
    { id: ids.sun, name: '孙丽', placed: 1.5, assigned: 1.5, busiestDay: 2, mostOnADay: 1 },
  ])
})

it('compares the lessons of a class with the assignments, and free groups for themselves', () => {
  const rows = countClassHours(index, 20)
  expect(rows.map(({ label, placed, assigned }) => [label, placed, assigned])).toEqual([
    ['七(1)班', 2, 3],
    ['七(2)班', 1, 2],
    ['合唱A班', 0.5, 0.5],
  ])
  expect(rows[0]!.subjects.get(ids.maths)).toEqual({ placed: 1, assigned: 2 })
})

it('counts listed weeks by their share of the term', () => {
  expect(countWeekly({ weekRule: 'listed', weeks: [1, 2, 3, 4, 5] }, 20)).toBe(0.25)
  expect(formatHours(2.25)).toBe('2.3')
  expect(formatHours(3)).toBe('3')
})

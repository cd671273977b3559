import { expect, it } from 'vitest'
import {
  countStatuses,
  describePerson,
  getLetter,
  getNextStatus,
  getStatusOf,
  pickPerson,
  sortPeople,
} from './roster-marks.ts'
import type { RosterStatus } from './roster-types.ts'

const statuses: readonly RosterStatus[] = [
  { value: 'present', label: '到', tone: 'plain' },
  { value: 'missing', label: '未到', tone: 'alarm' },
  { value: 'late', label: '迟到', tone: 'warning', isTimed: true },
  { value: 'sick', label: '病假', tone: 'info' },
]
const cycle = ['present', 'missing', 'late']
const people = ['李梓涵', '丁一鸣', '程诺'].map((name, at) => ({ id: String(at), name, seatNo: 3 - at }))

it('goes through the cycle, and from a status outside it back to the beginning', () => {
  expect(['present', 'missing', 'late', 'sick'].map((one) => getNextStatus(one, cycle))).toEqual([
    'missing',
    'late',
    'present',
    'present',
  ])
})

it('takes everybody without a mark, or with an unknown one, as unmarked', () => {
  const marks = { 0: { status: 'late' }, 2: { status: 'abducted' } }
  expect(countStatuses(people, marks, statuses).map(({ count }) => count)).toEqual([2, 0, 1, 0])
  expect(getStatusOf('2', marks, statuses).value).toBe('present')
})

it('says what, how long, from where and what else is known', () => {
  const badges = [{ short: '07:31', label: '07:31到校', tone: 'quiet' as const }]
  expect(
    describePerson(
      { id: '7', name: '程诺', tag: '高一(4)班', badges },
      { 7: { status: 'late', minutes: 5 } },
      statuses,
    ),
  ).toBe('迟到 5分钟，高一(4)班，07:31到校')
})

it('stands by seat, and in a list by sound', () => {
  const names = (layout: 'seats' | 'list') => sortPeople(people, layout).map(({ name }) => name)
  expect(names('seats')).toEqual(['程诺', '丁一鸣', '李梓涵'])
  expect(names('list')).toEqual(['程诺', '丁一鸣', '李梓涵'])
  expect(sortPeople([{ id: 'a', name: '阿依古丽' }, ...people], 'seats').at(-1)?.name).toBe('阿依古丽')
})

it('knows the letter of a name', () => {
  const names = ['阿依古丽', '程诺', '欧阳子衿', '任嘉禾', '吴桐', '谢云帆', '袁满', '朱墨', 'Anna', '·']
  expect(names.map(getLetter).join('')).toBe('ACORWXYZA#')
})

it('draws nobody twice before everybody had a turn, also across rounds', () => {
  let drawn: readonly string[] = []
  const names: string[] = []
  for (let turn = 0; turn < people.length * 2; turn++) {
    const picked = pickPerson(people, drawn)!
    drawn = picked.drawn
    names.push(picked.person.name)
  }
  const sorted = people.map(({ name }) => name).sort()
  expect(names.slice(0, 3).sort()).toEqual(sorted)
  expect(names.slice(3).sort()).toEqual(sorted)
  expect(pickPerson([], [])).toBeUndefined()
})

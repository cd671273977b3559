import { expect, it } from 'vitest'
import type { Grade } from '../contract.ts'
import {
  countMissingClasses,
  isClassNumber,
  listMissingClasses,
  getClassNumber,
  listGradeClassCounts,
} from './grade-class-counts.ts'

const grade = (part: Partial<Grade>): Grade => ({
  id: 'g',
  orgId: 'o',
  stage: 2,
  startYear: 2026,
  years: 6,
  name: '一年级',
  yearNo: 1,
  headId: null,
  headName: '',
  classCount: 0,
  totalCount: 0,
  version: 1,
  ...part,
})
const day = '2026-11-15'

it('lists all grades of the stages, the youngest first', () => {
  const wanted = listGradeClassCounts([3, 2], [], day)
  expect(wanted.map(({ name }) => name)).toEqual([
    '一年级',
    '二年级',
    '三年级',
    '四年级',
    '五年级',
    '六年级',
    '七年级',
    '八年级',
    '九年级',
  ])
  expect(wanted[0]).toMatchObject({ stage: 2, startYear: 2026, there: 0 })
  expect(wanted[5]).toMatchObject({ stage: 2, startYear: 2021 })
})

it('derives a five-year primary school from the existing grades', () => {
  const wanted = listGradeClassCounts([2, 3], [grade({ years: 5 }), grade({ stage: 3, years: 4, name: '六年级' })], day)
  expect(wanted).toHaveLength(9)
  expect(wanted.map(({ name }) => name).slice(4, 6)).toEqual(['五年级', '六年级'])
})

it('creates six grades of five classes from one number each', () => {
  const wanted = listGradeClassCounts([2], [], day)
  const numbers = Object.fromEntries(wanted.map(({ key }) => [key, '5']))
  expect(countMissingClasses(wanted, numbers)).toBe(30)
  expect(listMissingClasses(wanted, numbers)[0]).toEqual({ stage: 2, startYear: 2026, years: 6, classes: 5 })
})

it('keeps existing classes and requests only the missing ones', () => {
  const wanted = listGradeClassCounts([2], [grade({ classCount: 4 })], day)
  expect(getClassNumber(wanted[0]!, {})).toBe('4')
  expect(countMissingClasses(wanted, {})).toBe(0)
  const numbers = { [wanted[0]!.key]: '6', [wanted[1]!.key]: ' 2 ' }
  expect(countMissingClasses(wanted, numbers)).toBe(4)
  expect(listMissingClasses(wanted, numbers).map(({ classes }) => classes)).toEqual([6, 2])
  expect(listMissingClasses(wanted, { [wanted[0]!.key]: '3' })).toEqual([])
})

it('ignores invalid numbers', () => {
  expect(['5', ' 12 ', '0'].every(isClassNumber)).toBe(true)
  expect(['', '-1', '61', '5个', '1.5'].some(isClassNumber)).toBe(false)
})

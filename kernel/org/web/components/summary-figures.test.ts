import { expect, it } from 'vitest'
import { figuresOf, labelsFor } from './summary-figures.ts'

const summary = {
  ...{ schools: 62, kindergartens: 85, others: 9, departments: 214, people: 6128, forbidden: 3 },
  countedAt: '2026-11-09T00:00:00Z',
}
const [bureau, school] = [3, 1]

it('counts schools, kindergartens and the rest for a bureau, and only what is within for a school', () => {
  expect(figuresOf(summary, bureau).map(({ label, value, unit }) => `${label} ${value} ${unit}`)).toEqual([
    ...['中小学 62 所', '幼儿园 85 所', '其他单位 9 个', '已停用 3 个', '内设部门 214 个', '教职工 6128 人'],
  ])
  expect(figuresOf(summary, school).map(({ label }) => label)).toEqual(['内设部门', '教职工'])
  expect(labelsFor(bureau)).toHaveLength(6)
})

it('says when people were counted', () => {
  expect(figuresOf(summary, bureau).at(-1)!.note).toBe('统计于 2026-11-09')
  expect(figuresOf({ ...summary, countedAt: null }, school)[1]!.note).toBe('尚未统计')
})

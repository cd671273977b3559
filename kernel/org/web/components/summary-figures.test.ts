import { expect, it } from 'vitest'
import { listFigures, figureLabels } from './summary-figures.ts'

const summary = {
  schools: 62,
  kindergartens: 85,
  others: 9,
  departments: 214,
  people: 6128,
  disabled: 3,
  countedAt: '2026-11-09T00:00:00Z',
}

it('counts schools, kindergartens and others, each with a link to its list', () => {
  const figures = listFigures(summary, true)
  expect(figures.map(({ label, value, unit }) => `${label} ${value} ${unit}`)).toEqual([
    '中小学 62 所',
    '幼儿园 85 所',
    '其他单位 9 个',
    '已停用机构 3 个',
    '内设部门 214 个',
    '教职工 6128 人',
  ])
  expect(figures.every(({ to }) => to?.startsWith('/baseData/'))).toBe(true)
  expect(figureLabels).toEqual(figures.map(({ label }) => label))
})

it('links to people only with the permission', () => {
  expect(listFigures(summary, true).at(-1)!.to).toBe('/baseData/User')
  expect(listFigures(summary, false).at(-1)!.to).toBe('/baseData/Orgs')
})

it('shows when people were counted', () => {
  expect(listFigures(summary, true).at(-1)!.note).toBe('统计于 2026-11-09')
  expect(listFigures({ ...summary, countedAt: null }, true).at(-1)!.note).toBe('尚未统计')
})

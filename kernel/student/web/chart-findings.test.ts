import { expect, it } from 'vitest'
import type { SchoolFigures } from '../contract.ts'
import { getFilesChart, getSizesChart } from './chart-findings.ts'
import { listSchoolGaps } from './school-gaps.ts'

const grade = (name: string, total: number) => ({ id: name, name, total, males: total, females: 0, classes: 3 })
const classOf = (label: string, total: number) => ({
  id: label,
  gradeId: '一年级',
  label,
  total,
  males: total,
  females: 0,
})
const school = (part: Partial<SchoolFigures> = {}): SchoolFigures => ({
  on: '2026-11-16',
  isWhole: true,
  total: 100,
  males: 60,
  females: 40,
  suspended: 0,
  noClass: 0,
  headless: 0,
  bound: 100,
  faceAgreed: 100,
  complete: 100,
  grades: [],
  classes: [],
  missing: [],
  ...part,
})
const meant = ({ marks }: ReturnType<typeof getSizesChart>) =>
  marks.filter(({ isHighlighted }) => isHighlighted).map(({ label }) => label)

it('finds the largest and the smallest grade, and highlights only these', () => {
  const shown = getSizesChart(
    school({ grades: [grade('一年级', 90), grade('二年级', 120), grade('三年级', 100)] }),
    'org',
  )
  expect(shown.finding).toBe('二年级最多 120 人，一年级最少 90 人')
  expect(meant(shown)).toEqual(['一年级', '二年级'])
  expect(shown.marks[0]).toMatchObject({
    note: '3 个班',
    links: ['/baseData/Student?node=org/%E4%B8%80%E5%B9%B4%E7%BA%A7'],
  })
})

it('reports nearly equal grades as equal', () => {
  const shown = getSizesChart(school({ grades: [grade('一年级', 100), grade('二年级', 98)] }), 'org')
  expect(shown.finding).toBe('各年级人数相近，98–100 人')
  expect(meant(shown)).toEqual(['一年级', '二年级'])
  const same = getSizesChart(school({ grades: [grade('一年级', 90), grade('二年级', 90)] }), 'org')
  expect(same.finding).toBe('各年级人数相近，均为 90 人')
})

it('compares classes if there is only one grade', () => {
  const part = { grades: [grade('一年级', 75)], classes: [classOf('一(1)班', 45), classOf('一(2)班', 30)] }
  expect(getSizesChart(school(part), 'org').finding).toBe('一(1)班 45 人，一(2)班 30 人')
})

it('names the most frequent gaps, and never calls incomplete files complete', () => {
  const missing = [
    { field: 'id-card' as const, count: 0 },
    { field: 'emergency' as const, count: 1 },
  ]
  const shown = getFilesChart(school({ total: 6000, complete: 5999, missing }))
  expect(shown.finding).toBe('1 人缺紧急联系人，资料齐全 5999 人')
  expect(shown.marks.map(({ values }) => values)).toEqual([[100], [99.9]])
  expect(getFilesChart(school({ missing: [{ field: 'id-card', count: 0 }] })).finding).toBe('100 名学生资料齐全')
})

const none = { requests: 0, accounts: null, teaching: null }

it('lists gaps with the action that fixes them, or a link without the permission', () => {
  const known = {
    school: school({ noClass: 2, bound: 90, missing: [{ field: 'emergency', count: 40 }] }),
    requests: 3,
    accounts: { people: 32, active: 8, invited: 4 },
    teaching: { termName: '', total: 198, open: 165, classes: [] },
  }
  const all = listSchoolGaps(known, () => true).map(({ count, text, actionLabel }) => `${count} ${text} ${actionLabel}`)
  expect(all).toEqual([
    '3 条家长绑定申请 去处理',
    '2 名学生未分班 去分班',
    '40 名学生缺紧急联系人 去补充',
    '10 名学生的家长未绑定 发邀请码',
    '20 名教职工未开通账号 批量邀请',
    '165 处任课未安排，共 198 处 去安排',
  ])
  expect(new Set(listSchoolGaps(known, () => false).map(({ actionLabel }) => actionLabel))).toEqual(new Set(['查看']))
  expect(listSchoolGaps({ ...none, school: school() }, () => true)).toEqual([])
})

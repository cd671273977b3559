import { expect, it } from 'vitest'
import type { AppUse, SchoolUse } from '../../contract-app-stat.ts'
import { buildAppRanking, buildSchoolRanking, buildTrend, listFigures } from './app-stat-findings.ts'

const app = (name: string, opens: number): AppUse => ({
  key: name,
  name,
  logo: 'bell',
  opens,
  before: 0,
  users: 1,
  people: 2,
  share: 50,
  trend: [],
  hasData: true,
})
const school = (name: string, opens: number, share: number | null): SchoolUse => ({
  id: name,
  name,
  opens,
  before: 0,
  users: share === null ? null : 1,
  staff: 10,
  share,
  perPerson: opens / 10,
})

it('the finding of a chart is true of its marks', () => {
  expect(buildAppRanking([app('点名', 3), app('请假', 9), app('用印', 0)])).toMatchObject({
    finding: '请假打开最多（9 次）',
    marks: [{ label: '请假', isHighlighted: true }, { label: '点名' }],
  })
  expect(buildAppRanking([app('用印', 0)])).toMatchObject({ finding: '没有打开过应用', marks: [] })
  const many = Array.from({ length: 12 }, (_, at) => app(`应用${at}`, at + 1))
  expect(buildAppRanking(many).finding).toContain('共 12 个，列出前 10 个')
})

it('schools of very different sizes are compared by rates, of days without users by openings for each person', () => {
  const schools = [school('大', 900, 20), school('小', 80, 90)]
  expect(buildSchoolRanking(schools, false)).toMatchObject({ finding: '大打开次数最高（900 次）', unit: '次' })
  expect(buildSchoolRanking(schools, true)).toMatchObject({ finding: '小使用率最高（90%）', unit: '%' })
  const unknown = [school('大', 900, null), school('小', 80, null)]
  expect(buildSchoolRanking(unknown, true)).toMatchObject({
    measure: '各校人均打开次数',
    finding: '大人均打开次数最高（90 次）',
  })
})

it('the trend names its highest day, and many days are a line', () => {
  const figures = { opens: 6, users: 1, share: 50, apps: 1 }
  const days = ['11-17', '11-18'].map((label, at) => ({ from: `2026-${label}`, label, opens: 2 + at * 2 }))
  expect(buildTrend({ trend: days, step: 'day', figures })).toMatchObject({
    finding: '共打开 6 次，11-18最多（4 次）',
    kind: 'columns',
  })
  const long = Array.from({ length: 20 }, (_, at) => ({ from: `${at}`, label: `${at}`, opens: 0 }))
  expect(buildTrend({ trend: long, step: 'day', figures: { ...figures, opens: 0 } })).toMatchObject({
    finding: '共打开 0 次',
    kind: 'lines',
  })
})

it('a figure that cannot be counted has no comparison', () => {
  const before = { opens: 3, users: null, share: null, apps: 1, from: '2026-10-01', to: '2026-10-30' }
  const figures = listFigures({ figures: { opens: 5, users: 2, share: 40, apps: 1 }, before })
  expect(figures.map(({ title, value, before: earlier }) => [title, value, earlier])).toEqual([
    ['打开次数', 5, 3],
    ['活跃用户', 2, null],
    ['使用率', 40, null],
    ['使用中的应用', 1, 1],
  ])
})

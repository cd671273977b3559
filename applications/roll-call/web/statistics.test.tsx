import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { chooseOption, getPageText, pressKey } from '#packages/web/desk/test-root.fixture.tsx'
import { schoolingApi } from '#kernel/schooling/contract.ts'
import { attendanceRecordApi, type AttendanceStatistics, type MissedLesson } from '../contract.ts'
import { day, figuresOf, ids, Shell, signInAtSchool } from './absences.fixture.tsx'
import { findAbsentDays, findLowest, getRate } from './components/findings.ts'
import { findPeriod } from './components/period.ts'
import StatisticsPage from './pages/statistics.tsx'

const api = attendanceRecordApi
const rowOf = (name: string, part: Parameters<typeof figuresOf>[0], key = ids.ownClass) => ({
  ...figuresOf(part),
  key,
  name,
  lessons: 10,
  rolled: 9,
})
const rows = [
  rowOf('七(1)班', { expected: 100, present: 99, late: 1, missing: 0, sick: 0 }, ids.otherClass),
  rowOf('七(3)班', { expected: 100, present: 90, late: 2, missing: 4, sick: 4 }),
]
const days = [
  { day: '2026-11-17', expected: 100, absent: 1, late: 2 },
  { day: '2026-11-18', expected: 100, absent: 3, late: 1 },
]
const missed: MissedLesson[] = [
  {
    lessonId: ids.first,
    day: '2026-11-18',
    periodName: '第2节',
    groupName: '七(3)班',
    subjectName: '数学',
    teacherNames: '李敏',
  },
]
const rate = { measure: '出勤率', of: getRate, whole: '全部到齐' }

describe('the findings', () => {
  it('names who is lowest, and only as long as it is true', () => {
    expect(findLowest(rows, rate)).toMatchObject({
      finding: '七(3)班出勤率最低，92%',
      marks: [
        { label: '七(3)班', values: [92], isHighlighted: true },
        { label: '七(1)班', values: [100], isHighlighted: false },
      ],
    })
    expect(findLowest(rows.slice(0, 1), rate).finding).toBe('全部到齐')
    expect(findLowest(rows.slice(1), rate).finding).toBe('出勤率都是 92%')
    expect(findLowest([], rate)).toEqual({ finding: '还没有出勤率', marks: [] })
  })

  it('rows without any roll are in no rate', () => {
    const unrolled = rowOf('七(2)班', { expected: 0, present: 0, late: 0, missing: 0, sick: 0, unrecorded: 100 })
    expect(getRate(unrolled)).toBeNull()
    expect(findLowest([unrolled, ...rows], rate).marks.map(({ label }) => label)).toEqual(['七(3)班', '七(1)班'])
  })

  it('names the days with the most absences', () => {
    expect(findAbsentDays(days).finding).toBe('11-18缺席最多，3 人次')
    expect(findAbsentDays([{ ...days[0]!, absent: 0 }]).finding).toBe('每天都到齐')
    expect(findAbsentDays([]).finding).toBe('还没有点名')
  })
})

describe('the period', () => {
  const terms = [
    { name: '2025学年第二学期', startsOn: '2026-02-20', endsOn: '2026-07-03' },
    { name: '2026学年第一学期', startsOn: '2026-09-01', endsOn: '2027-01-22' },
  ]
  it('has its days and its neighbours, none in the future', () => {
    expect(findPeriod('week', day, day)).toEqual({
      from: '2026-11-16',
      to: '2026-11-22',
      label: '2026-11-16 至 11-22',
      previous: '2026-11-09',
      next: undefined,
    })
    expect(findPeriod('month', '2026-02-10', day)).toEqual({
      from: '2026-02-01',
      to: '2026-02-28',
      label: '2026年2月',
      previous: '2026-01-31',
      next: '2026-03-01',
    })
    expect(findPeriod('day', '2026-11-18', day)).toMatchObject({ from: '2026-11-18', next: day })
  })

  it('of a term is that of its day; without terms it is the month', () => {
    expect(findPeriod('term', day, day, terms)).toEqual({
      from: '2026-09-01',
      to: '2027-01-22',
      label: '2026学年第一学期',
      previous: '2026-02-20',
      next: undefined,
    })
    expect(findPeriod('term', '2026-02-20', day, terms)).toMatchObject({ previous: undefined, next: '2026-09-01' })
    expect(findPeriod('term', day, day).label).toBe('2026年11月')
  })
})

describe('the page', () => {
  let served: ReturnType<typeof createTestPage>
  let answer: AttendanceStatistics
  const open = async (address = '') => {
    served = createTestPage({
      [api.statistics.path]: () => answer,
      [api.missed.path]: () => missed,
      [schoolingApi.terms.path]: () => [],
    })
    await served.show(
      <Shell title="考勤统计" address={address}>
        <StatisticsPage />
      </Shell>,
    )
    await settle(100)
  }

  beforeEach(() => {
    vi.useFakeTimers({ now: new Date(`${day}T10:00:00+08:00`) })
    Object.assign(window, { innerWidth: 1366 })
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        disconnect() {}
      },
    )
    signInAtSchool()
    const total = {
      ...figuresOf({ expected: 200, present: 189, late: 3, missing: 4, sick: 4 }),
      lessons: 20,
      rolled: 18,
    }
    answer = { from: '2026-11-01', to: '2026-11-30', rows, total, days }
  })
  afterEach(async () => {
    await served.close()
    vi.useRealTimers()
  })

  it('shows the month by class, what stands out, and the rows behind it', async () => {
    await open()
    expect(served.callsTo(api.statistics.path)[0]?.query).toMatchObject({
      by: 'class',
      from: '2026-11-01',
      to: '2026-11-30',
    })
    for (const text of [
      '2026年11月',
      '96%',
      '已点 18 节，应点 20 节',
      '七(3)班出勤率最低，92%',
      '漏点 1 节',
      '李敏 1 节',
    ])
      expect(getPageText()).toContain(text)
    const links = [...document.querySelectorAll('tbody th a')].map((link) => link.getAttribute('href'))
    expect(links).toContain(`/application/CallTheRoll/records?day=2026-11-01%7E2026-11-30&class=${ids.ownClass}`)
  })

  it('the keys turn the period, and the choices change what is counted', async () => {
    await open()
    await pressKey('ArrowLeft', {}, document.body)
    await settle()
    expect(served.callsTo(api.statistics.path).at(-1)?.query['from']).toBe('2026-10-01')
    await chooseOption('统计对象', 'period')
    await settle()
    expect(served.callsTo(api.statistics.path).at(-1)?.query['by']).toBe('period')
  })

  it('says when no lesson needed a roll', async () => {
    answer = { ...answer, rows: [], days: [], total: { ...answer.total, lessons: 0, rolled: 0 } }
    await open()
    expect(getPageText()).toContain('这段时间没有需要点名的课')
  })
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useFamily } from '#packages/web/core/family.ts'
import { useSession, type SessionUser } from '#packages/web/core/session.ts'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { click, getButton, getPageText } from '#packages/web/desk/test-root.fixture.tsx'
import { familyAttendanceApi as api, type PupilDay } from '../../contract.ts'
import { dayOf, id, lessonOf, firstChild } from '../leave.fixture.ts'
import ChildAttendance from './child-attendance.tsx'
import { addMonths, getDayStatus, listWeeks } from './month-days.ts'

let served: ReturnType<typeof createTestPage>
let days: PupilDay[]
let halfMissed: number
const figures = {
  expected: 6,
  present: 4,
  late: 1,
  halfMissed: 0,
  early: 0,
  sick: 1,
  private: 0,
  official: 0,
  missing: 0,
  truant: 0,
  unrecorded: 2,
}

beforeEach(() => {
  halfMissed = 0
  vi.useFakeTimers()
  vi.setSystemTime('2026-11-19T12:20:00+08:00')
  window.scrollTo = () => {}
  useSession.setState({ user: { userId: id(9), userType: 2 } as SessionUser })
  useFamily.setState({ status: 'ready', children: [firstChild], childId: firstChild.id })
  days = [
    dayOf('2026-11-17', [lessonOf(1, 'present'), lessonOf(2, 'late', { minutes: 12 })], { seenAt: '08:12' }),
    dayOf('2026-11-18', [lessonOf(1, 'unrecorded'), lessonOf(2, 'unrecorded')]),
    dayOf('2026-11-19', [lessonOf(1, 'present'), lessonOf(2, 'unrecorded')]),
    dayOf('2026-11-20', [lessonOf(1, 'unrecorded')], { leave: [{ id: id(100), kind: 'sick', text: '全天' }] }),
  ]
  served = createTestPage({
    [api.month.path]: ({ query }) => {
      const isNow = query['month'] === '2026-11'
      return {
        month: query['month'],
        days: isNow ? days : [],
        figures: isNow ? { ...figures, halfMissed } : { ...figures, expected: 0, unrecorded: 0 },
      }
    },
  })
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

const show = async () => {
  await served.show(<ChildAttendance />)
  await settle(100)
}
const dayButton = (label: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent.includes(`${label} `))!

it('marks each day by letter, and opens its lessons', async () => {
  halfMissed = 1
  await show()
  expect(dayButton('11月17日').textContent).toContain('11月17日 周二 迟到')
  expect(dayButton('11月18日').textContent).toMatch(/^18未/)
  expect(dayButton('11月20日').textContent).toMatch(/^20病/)
  expect(getPageText()).toContain('出勤 4 节')
  expect(getPageText()).toContain('未点 2 节，不计入')
  expect(getPageText()).toContain('其中缺半节 1 节')
  await click(dayButton('11月17日'))
  expect(getPageText()).toContain('08:12 进校')
  expect(getPageText()).toContain('迟到 12 分钟')
})

it('never says that a child was not at school because nothing is known', async () => {
  await show()
  // Today: one lesson was rolled, another not yet.
  expect(dayButton('11月19日').textContent).toMatch(/^19到/)
  expect(getPageText()).toContain('没有设备记录时，以老师登记为准')
  await click(dayButton('11月18日'))
  expect(getPageText()).toContain('未点')
  expect(getPageText()).not.toMatch(/未到校|缺/)
  await click(dayButton('11月21日'))
  expect(getPageText()).toContain('没有课程记录')
})

it('moves between months, not into the future', async () => {
  await show()
  expect(getButton('下个月').disabled).toBe(true)
  await click(getButton('上个月'))
  await settle(100)
  expect(served.callsTo(api.month.path).at(-1)?.query).toMatchObject({ month: '2026-10' })
  expect(getPageText()).toContain('2026年10月')
  expect(getPageText()).toContain('本月还没有点名记录')
})

it('says that loading failed, and retries', async () => {
  const { fetch } = globalThis
  const broken = { ret: -500, msg: '系统错误', data: null, executeTime: 1, success: false }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(broken)))
  await show()
  expect(getPageText()).toContain('没有加载成功')
  vi.stubGlobal('fetch', fetch)
  await click(getButton('重试'))
  await settle(100)
  expect(getPageText()).toContain('出勤 4 节')
})

it('computes weeks, months and the worst of a day', () => {
  expect(listWeeks('2026-11')[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
  expect(listWeeks('2026-02')).toHaveLength(5)
  expect(listWeeks('2026-02').flat().filter(Boolean)).toHaveLength(28)
  expect(addMonths('2026-12', 1)).toBe('2027-01')
  expect(addMonths('2027-01', -1)).toBe('2026-12')
  expect(getDayStatus(dayOf('2026-11-18', [lessonOf(1, 'late'), lessonOf(2, 'truant')]), '2026-11-19')).toBe('truant')
  expect(getDayStatus(dayOf('2026-11-20', [lessonOf(1, 'unrecorded')]), '2026-11-19')).toBeUndefined()
})

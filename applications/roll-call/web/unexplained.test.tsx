import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { click, getButton, getPageText, hasButton, typeInto } from '#packages/web/desk/test-root.fixture.tsx'
import { studentApi } from '#kernel/student/contract.ts'
import { absenceApi, type AbsenceBoard } from '../contract.ts'
import { caseOf, day, ids, Shell, signInAtSchool } from './absences.fixture.tsx'
import UnexplainedPage from './pages/unexplained.tsx'

let served: ReturnType<typeof createTestPage>
let board: AbsenceBoard

const open = async (address = '', permissions?: readonly string[]) => {
  served = createTestPage({
    [absenceApi.unresolved.path]: () => board,
    [studentApi.reveal.path]: () => ({ value: '13800001111', leftToday: 10 }),
    [absenceApi.contact.path]: () => caseOf({ status: 'contacted' }),
    [absenceApi.resolve.path]: () => {
      board = { ...board, open: [] }
      return caseOf({ status: 'settled', outcome: 'leave' })
    },
  })
  await served.show(
    <Shell title="待核实" address={address} {...(permissions && { permissions })}>
      <UnexplainedPage />
    </Shell>,
  )
  await settle(100)
}
const rows = () => [...document.querySelectorAll('article')].map((row) => row.getAttribute('aria-label'))

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(`${day}T08:25:00+08:00`) })
  Object.assign(window, { innerWidth: 1366 })
  signInAtSchool()
  board = {
    day,
    open: [caseOf({ id: ids.other, name: '宋词', minutes: 3 }), caseOf({ minutes: 16, seenAt: '07:31' })],
    settled: [],
    long: [],
  }
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

it('has the child who is missing longest on top, with who knows and who is told next', async () => {
  await open()
  expect(served.callsTo(absenceApi.unresolved.path)[0]?.query).toMatchObject({ orgId: ids.school, date: day })
  expect(rows()).toEqual(['七(3)班 陆星辰', '七(3)班 宋词'])
  for (const text of [
    '16分钟',
    '第1节 语文',
    '07:31 已进校，未到课',
    '08:10 家长：陈红',
    '08:25 通知德育处和年级组长',
    '待核实 2',
  ])
    expect(getPageText()).toContain(text)
})

it('the phone of a guardian is masked; who may see it gives a reason, which is logged, and calls', async () => {
  board.open = [caseOf()]
  await open()
  expect(getPageText()).not.toContain('13800001111')
  expect(hasButton('查看完整监护人电话')).toBe(false)
  await served.close()
  await open('', ['roll.handle', 'student.reveal'])
  await click(getButton('查看完整监护人电话'))
  await vi.waitFor(async () => {
    await settle()
    expect(getPageText()).toContain('本次查看会记入日志')
  })
  await click([...document.querySelectorAll('label')].find(({ textContent }) => textContent.includes('核实未到'))!)
  await click(getButton('查看 30 秒'))
  await settle()
  expect(served.callsTo(studentApi.reveal.path)[0]?.body).toMatchObject({ field: 'guardianPhone', reason: '核实未到' })
  expect(document.querySelector('a[href="tel:13800001111"]')?.getAttribute('aria-label')).toBe('拨打陆星辰的母亲')
})

it('writes down that the family was reached', async () => {
  board.open = [caseOf()]
  await open()
  await click(getButton('已联系'))
  await settle()
  expect(served.callsTo(absenceApi.contact.path)[0]?.body).toEqual({ id: ids.case, note: '' })
  expect(getPageText()).toContain('已登记联系陆星辰的家长')
})

it('an outcome is two presses away, and the board is empty then', async () => {
  board.open = [caseOf()]
  await open()
  await click(getButton('核实'))
  await typeInto(document.querySelector<HTMLInputElement>('dialog input')!, '母亲说在医院')
  await click(getButton('请假'))
  await settle(100)
  expect(served.callsTo(absenceApi.resolve.path)[0]?.body).toEqual({
    id: ids.case,
    outcome: 'leave',
    note: '母亲说在医院',
  })
  expect(getPageText()).toContain('全部到校或已核实')
  expect(getPageText()).toContain('已核实陆星辰')
})

it('reads the board again while it is open', async () => {
  await open()
  const before = served.callsTo(absenceApi.unresolved.path).length
  await settle(9000)
  expect(served.callsTo(absenceApi.unresolved.path).length).toBeGreaterThan(before)
})

it('lists what was found out, and who has been missing for three days', async () => {
  board = {
    day,
    open: [],
    settled: [
      caseOf({
        status: 'settled',
        outcome: 'home',
        note: '睡过头了',
        settledBy: '王芳',
        settledAt: '2026-11-19T00:22:00.000Z',
      }),
    ],
    long: [{ studentId: ids.song, name: '宋词', className: '八(1)班', days: 4 }],
  }
  await open()
  expect(getPageText()).toContain('在家：睡过头了')
  expect(getPageText()).toContain('王芳 08:22 用时12分钟')
  expect(getPageText()).toContain('连续 4 个上课日未到，没有请假')
})

it('a past day is not read again', async () => {
  await open('date=2026-11-18')
  await settle(20_000)
  expect(served.callsTo(absenceApi.unresolved.path)).toHaveLength(1)
  expect(served.callsTo(absenceApi.unresolved.path)[0]?.query['date']).toBe('2026-11-18')
})

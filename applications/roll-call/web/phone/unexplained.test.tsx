import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { click, getButton, getPageText } from '#packages/web/desk/test-root.fixture.tsx'
import { studentApi } from '#kernel/student/contract.ts'
import { absenceApi, type AbsenceBoard } from '../../contract.ts'
import { caseOf, day, ids, signInAtSchool } from '../absences.fixture.tsx'
import Unexplained from './unexplained.tsx'

let served: ReturnType<typeof createTestPage>
let board: AbsenceBoard

const open = async () => {
  served = createTestPage({
    [absenceApi.unresolved.path]: () => board,
    // Without a number nothing is called.
    [studentApi.reveal.path]: () => undefined,
    [absenceApi.contact.path]: () => {
      board = { ...board, open: [caseOf({ status: 'contacted' })] }
      return board.open[0]
    },
    [absenceApi.resolve.path]: () => {
      board = { ...board, open: [] }
      return caseOf({ status: 'settled', outcome: 'home' })
    },
  })
  await served.show(<Unexplained />)
  await settle(100)
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(`${day}T08:25:00+08:00`) })
  signInAtSchool()
  board = { day, open: [caseOf()], settled: [], long: [] }
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

it('the class teacher calls, writes it down, and settles the case with two taps', async () => {
  await open()
  expect(getPageText()).toContain('母亲 陈红')
  expect(getPageText()).toContain('下一步 08:25 通知德育处和年级组长')
  await click(getButton('拨打母亲 陈红'))
  await settle()
  expect(served.callsTo(studentApi.reveal.path)[0]?.body).toMatchObject({
    guardianId: ids.guardian,
    reason: '核实未到',
  })
  await click(getButton('已联系'))
  await settle(100)
  expect(getPageText()).toContain('已登记联系家长')
  expect(getButton('已联系').getAttribute('aria-disabled')).toBe('true')
  await click(getButton('核实'))
  await click(getButton('在家'))
  await settle(100)
  expect(served.callsTo(absenceApi.resolve.path)[0]?.body).toEqual({ id: ids.case, outcome: 'home', note: '' })
  expect(getPageText()).toContain('全部到校或已核实')
})

it('reads the board again by itself', async () => {
  board.open = []
  await open()
  expect(getPageText()).toContain('全部到校或已核实')
  board = { ...board, open: [caseOf()] }
  await settle(16_000)
  expect(getPageText()).toContain('陆星辰')
})

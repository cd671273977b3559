import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FieldControlsContext } from '#packages/web/desk/entity/field-control.tsx'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { click, getButton, getPageText, hasButton } from '#packages/web/desk/test-root.fixture.tsx'
import type { Roll, RollPupil } from '#engines/attendance/contract.ts'
import type { RollRecord } from '../contract-records.ts'
import { rollCallApi } from '../contract.ts'
import { day, ids, Shell, signInAtSchool } from './absences.fixture.tsx'
import RecordsPage from './pages/records.tsx'

const record: RollRecord = {
  id: ids.first,
  day,
  period: '周四 第1节',
  groupLabel: '七(3)班',
  subject: { id: ids.other, name: '语文' },
  teacher: { id: ids.other, name: '李敏' },
  expected: 3,
  present: 2,
  late: 1,
  leave: 0,
  missing: 1,
  truant: 0,
  status: 'submitted',
  differs: false,
  isBackfilled: false,
  org: { id: ids.school, name: '明湖学校' },
  class: { id: ids.ownClass, name: '3' },
  sessionId: ids.case,
  submittedAt: '2026-11-19T00:10:00.000Z',
  createdAt: '2026-11-19T00:09:00.000Z',
}
const pupilOf = (part: Partial<RollPupil>): RollPupil => ({
  studentId: ids.lu,
  name: '陆星辰',
  className: '七(3)班',
  seatNo: 12,
  status: 'missing',
  minutes: null,
  source: 'teacher',
  remark: '',
  markedAt: null,
  leave: null,
  seenAt: '07:31',
  differs: true,
  conflict: null,
  ...part,
})
const plain = { status: 'present', source: null, seenAt: null, differs: false } as const
let roll: Roll
let served: ReturnType<typeof createTestPage>

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(`${day}T09:40:00+08:00`) })
  Object.assign(window, { innerWidth: 1366 })
  signInAtSchool()
  roll = {
    lesson: {
      lessonId: ids.first,
      sessionId: ids.case,
      day,
      periodName: '第1节',
      begins: '08:00',
      ends: '08:40',
      groupName: '七(3)班',
      subjectName: '语文',
      roomName: '301',
      teacherNames: '李敏',
      status: 'submitted',
      expected: 3,
      absent: 1,
      obstacle: '',
      isBackfill: false,
    },
    mode: 'absent',
    pupils: [
      pupilOf({}),
      pupilOf({ ...plain, studentId: ids.cheng, name: '程诺' }),
      pupilOf({ ...plain, studentId: ids.song, name: '宋词', status: 'late', minutes: 5, source: 'teacher' }),
    ],
    submittedAt: record.submittedAt,
    submittedBy: '李敏',
    now: '2026-11-19T01:40:00.000Z',
    may: ['correct'],
  }
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

const Nothing = () => null
const open = async (address: string, permissions: readonly string[]) => {
  served = createTestPage({
    '/api/rollCall/page': () => ({ items: [record], itemCount: 1, pageCount: 1 }),
    '/api/rollCall/record/get': () => record,
    [rollCallApi.session.path]: () => roll,
    [rollCallApi.lock.path]: () => ({ locked: 3 }),
  })
  await served.show(
    <FieldControlsContext value={{ controls: { class: Nothing, subject: Nothing, person: Nothing } }}>
      <Shell title="考勤记录" address={address} permissions={permissions}>
        <RecordsPage />
      </Shell>
    </FieldControlsContext>,
  )
  await settle(200)
}

it('a record opens with who was not simply there, who said so, and the others on demand', async () => {
  await open(`open=${ids.first}`, ['roll.read'])
  expect(served.callsTo(rollCallApi.session.path)[0]?.query).toEqual({ lessonId: ids.first, sessionId: ids.case })
  const exceptions = document.querySelector('[aria-label=没有正常出勤的学生]')!.textContent
  expect(exceptions).toContain('陆星辰')
  expect(exceptions).toContain('任课教师，07:31 已进校')
  expect(exceptions).toContain('迟到 5分钟')
  expect(exceptions).not.toContain('程诺')
  expect(getPageText()).toContain('出勤 1 人')
  await click(getButton('修改程诺'))
  expect(document.querySelector('dialog')?.textContent).toContain('修改考勤：程诺')
})

it('who may not correct has no buttons for it, and a roll that was begun says nothing', async () => {
  roll.may = []
  await open(`open=${ids.first}`, ['roll.read'])
  expect(hasButton('修改陆星辰')).toBe(false)
  expect(hasButton('锁定考勤')).toBe(false)
  await served.close()
  roll = { ...roll, lesson: { ...roll.lesson, status: 'missed' } }
  await open(`open=${ids.first}`, ['roll.read'])
  expect(getPageText()).toContain('漏点，没有提交点名')
  expect(getPageText()).not.toContain('陆星辰')
})

it('the office locks all rolls up to a day', async () => {
  await open('', ['roll.read', 'roll.manage'])
  await click(getButton('锁定考勤'))
  await act(async () =>
    document.querySelector('dialog form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  )
  await settle(200)
  // Empty: the own school.
  expect(served.callsTo(rollCallApi.lock.path)[0]?.body).toEqual({ orgId: '', dateTo: day })
  expect(getPageText()).toContain('已锁定 3 节课的考勤')
})

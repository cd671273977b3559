import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMemoryIndexedDb } from '#packages/web/core/device-store.fixture.ts'
import { getOutbox } from '#packages/web/core/outbox/device-outbox.ts'
import { useSession, type SessionUser } from '#packages/web/core/session.ts'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import {
  chooseOption,
  click,
  getButton,
  getPageText,
  hasButton,
  pressKey,
  typeInto,
} from '#packages/web/desk/test-root.fixture.tsx'
import type { Roll, RollForm } from '#engines/attendance/contract.ts'
import { rollCallApi } from '../contract.ts'
import RollPage from './pages/roll.tsx'
import { Shell } from './shell.fixture.tsx'
import { idOfPupil, lessonOf, otherLessonId, rollOf, saveRoll } from './roll.fixture.ts'

let roll: Roll | null
let served: ReturnType<typeof createTestPage>

beforeEach(async () => {
  vi.useFakeTimers()
  vi.setSystemTime('2026-11-19T08:02:00+08:00')
  vi.stubGlobal('indexedDB', createMemoryIndexedDb())
  useSession.setState({ user: { userId: 'li', userType: 0, realName: '李明' } as SessionUser, orgId: 'school' })
  roll = rollOf()
  served = createTestPage({
    [rollCallApi.current.path]: () => roll,
    [rollCallApi.session.path]: ({ query }) => ({
      ...rollOf(),
      lesson: lessonOf({ lessonId: query['lessonId']!, periodName: '第2节' }),
    }),
    [rollCallApi.lessons.path]: () => [lessonOf(), lessonOf({ lessonId: otherLessonId, periodName: '第2节' })],
    [rollCallApi.save.path]: ({ body }) => {
      const saved = saveRoll(roll!, body as RollForm)
      roll = { ...roll!, pupils: saved.pupils, lesson: { ...roll!.lesson, status: saved.status } }
      return saved
    },
    [rollCallApi.amend.path]: () => ({ changed: 1 }),
  })
  await getOutbox().refresh()
})
afterEach(async () => {
  await served.close()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const show = () =>
  served.show(
    <Shell title="点名">
      <RollPage />
    </Shell>,
  )
const cell = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('[data-person]')].find(({ textContent }) => textContent.includes(name))!
const saves = () => served.callsTo(rollCallApi.save.path).map(({ body }) => body as RollForm)

it('is called with the keyboard alone, and sent with the button', async () => {
  await show()
  act(() => cell('程诺').focus())
  await pressKey('ArrowRight')
  await pressKey('8')
  expect(cell('丁一鸣').querySelector('[data-size]')!.textContent).toBe('丁一鸣，旷课')
  expect(getPageText()).toContain('丁一鸣：旷课')
  await click(getButton('提交：请假 1，其他 1'))
  await settle()
  expect(saves()).toMatchObject([{ submit: true, marks: [{ studentId: idOfPupil(2), status: 'truant' }] }])
  expect(getButton('已提交').disabled).toBe(true)
})

it('opens all statuses with the menu of the mouse, with the minutes of a late one', async () => {
  await show()
  await act(async () => void cell('程诺').dispatchEvent(new MouseEvent('contextmenu', { bubbles: true })))
  const late = document.querySelector<HTMLElement>('dialog input[value=late]')!
  await click(late)
  await typeInto(document.querySelector<HTMLElement>('dialog input[inputmode=numeric]')!, '7')
  await click(getButton('确定'))
  expect(cell('程诺').querySelector('[data-size]')!.textContent).toBe('程诺，迟到 7分钟')
})

it('shows another lesson, and says when there is none now', async () => {
  roll = null
  await show()
  expect(getPageText()).toContain('当前没有你的课')
  await chooseOption('课节', otherLessonId)
  await settle()
  expect(served.callsTo(rollCallApi.session.path)).toMatchObject([{ query: { lessonId: otherLessonId } }])
  expect(cell('程诺')).toBeTruthy()
})

it('corrects with a reason where the teacher may not save any more', async () => {
  roll = rollOf({ may: ['correct'], lesson: lessonOf({ status: 'locked', obstacle: '考勤已锁定，请联系教务处' }) })
  await show()
  expect(getPageText()).toContain('考勤已锁定，请联系教务处')
  expect(hasButton('已提交')).toBe(false)
  await click(getButton('修改考勤'))
  await click(cell('程诺'))
  await click(getButton('提交修改 1 人'))
  await typeInto(document.querySelector<HTMLElement>('dialog input')!, '点名有误')
  await click(getButton('提交修改'))
  await settle()
  expect(served.callsTo(rollCallApi.amend.path)).toMatchObject([
    { body: { reason: '点名有误', changes: [{ studentId: idOfPupil(1), status: 'missing' }] } },
  ])
})

import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMemoryIndexedDb } from '#packages/web/core/device-store.fixture.ts'
import { getOutbox } from '#packages/web/core/outbox/device-outbox.ts'
import { useSession, type SessionUser } from '#packages/web/core/session.ts'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { click, getButton, getPageText, hasButton, typeInto } from '#packages/web/desk/test-root.fixture.tsx'
import type { Roll, RollForm } from '#engines/attendance/contract.ts'
import { rollCallApi } from '../../contract.ts'
import { idOfPupil, lessonId, lessonOf, otherLessonId, pupilOf, rollOf, saveRoll } from '../roll.fixture.ts'
import RollPage from './roll.tsx'

let roll: Roll | null
let isOnline: boolean
let served: ReturnType<typeof createTestPage>
let stored: ReturnType<typeof createMemoryIndexedDb>

beforeEach(async () => {
  vi.useFakeTimers()
  vi.setSystemTime('2026-11-19T08:02:00+08:00')
  stored = createMemoryIndexedDb()
  vi.stubGlobal('indexedDB', stored)
  isOnline = true
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
  history.replaceState(null, '', '/application/CallTheRoll')
  useSession.setState({ user: { userId: 'li', userType: 0, realName: '李明' } as SessionUser, orgId: 'school' })
  roll = rollOf()
  served = createTestPage({
    [rollCallApi.current.path]: () => roll,
    [rollCallApi.session.path]: ({ query }) =>
      roll && { ...roll, lesson: { ...roll.lesson, lessonId: query['lessonId']! } },
    [rollCallApi.lessons.path]: () => [
      lessonOf({ status: 'submitted' }),
      lessonOf({ lessonId: otherLessonId, periodName: '第2节', groupName: '七(4)班', obstacle: '未到点名时间' }),
    ],
    [rollCallApi.save.path]: ({ body }) => {
      if (!isOnline) throw new TypeError('Failed to fetch')
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

const cell = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('[data-person]')].find(({ textContent }) => textContent.includes(name))!
const say = (name: string) => cell(name).querySelector('[data-size]')!.textContent
const saves = () => served.callsTo(rollCallApi.save.path).map(({ body }) => body as RollForm)
const setNetwork = async (on: boolean) => {
  isOnline = on
  await act(async () => window.dispatchEvent(new Event(on ? 'online' : 'offline')))
  await settle()
}

it('opens the lesson of now with everybody there but those on leave, and one tap and the button send it', async () => {
  await served.show(<RollPage />)
  expect(say('程诺')).toBe('程诺，到')
  expect(say('范思远')).toBe('范思远，病假，已批病假')
  await click(cell('程诺'))
  expect(say('程诺')).toBe('程诺，未到')
  await click(getButton('提交：未到 1，请假 1'))
  await settle()
  expect(saves()).toMatchObject([
    { lessonId, submit: true, marks: [{ studentId: idOfPupil(1), status: 'missing', seenAt: null }] },
  ])
  expect(getButton('已提交').getAttribute('aria-disabled')).toBe('true')
  expect(getPageText()).toContain('已提交，到 1 人，应到 3 人')
  expect(stored.list('outbox')).toEqual([])
})

it('asks once when nobody is missing', async () => {
  roll = rollOf({ pupils: [pupilOf(1, '程诺'), pupilOf(2, '丁一鸣')] })
  await served.show(<RollPage />)
  await click(getButton('提交：全部到齐'))
  expect(getPageText()).toContain('全班2人到齐，确认提交？')
  await click(getButton('确认提交'))
  await settle()
  expect(saves()).toMatchObject([{ submit: true, marks: [] }])
})

it('asks for a tap on every pupil where the school calls one by one', async () => {
  roll = rollOf({ mode: 'each' })
  await served.show(<RollPage />)
  expect(say('程诺')).toBe('程诺，到，还没有点')
  // Whoever is on leave needs none.
  expect(say('范思远')).toBe('范思远，病假，已批病假')
  expect(getButton('还有 2 人没有点').getAttribute('aria-disabled')).toBe('true')
  await click(cell('程诺'))
  expect(say('程诺')).toBe('程诺，到')
  await settle(5_000)
  // It was sent meanwhile, and whoever is there has no row on the server.
  roll = rollOf({ mode: 'each' })
  await click(cell('丁一鸣'))
  await click(cell('丁一鸣'))
  expect(say('丁一鸣')).toBe('丁一鸣，未到')
  await click(getButton('提交：未到 1，请假 1'))
  await settle()
  expect(saves().at(-1)).toMatchObject({
    mode: 'each',
    submit: true,
    marks: [{ studentId: idOfPupil(2), status: 'missing' }],
  })
})

it('keeps quick taps as one write, also when nobody presses the button', async () => {
  await served.show(<RollPage />)
  await click(cell('程诺'))
  await click(cell('丁一鸣'))
  await click(cell('丁一鸣'))
  await settle(3_000)
  expect(saves()).toEqual([])
  await settle(2_000)
  expect(saves()).toMatchObject([
    {
      submit: false,
      marks: [
        { studentId: idOfPupil(1), status: 'missing' },
        { studentId: idOfPupil(2), status: 'late', minutes: 2 },
      ],
    },
  ])
})

it('works without a network: everything stays on the device with its own time, and is sent once', async () => {
  await served.show(<RollPage />)
  await setNetwork(false)
  await click(cell('程诺'))
  const tapped = new Date().toISOString()
  await click(getButton('提交：未到 1，请假 1'))
  await settle(60 * 60_000)
  expect(saves()).toEqual([])
  expect(getPageText()).toContain('已存在本机，联网后自动上传（1）')
  expect(JSON.stringify(stored.list('outbox'))).not.toContain('程诺')
  // The page is closed and opened again, and the taps are still there.
  await served.show(<div />)
  await served.show(<RollPage />)
  expect(say('程诺')).toBe('程诺，未到')
  await setNetwork(true)
  await setNetwork(true)
  expect(saves()).toHaveLength(1)
  const [{ marks, madeAt, sentAt, submit } = { marks: [], madeAt: '', sentAt: '', submit: false }] = saves()
  expect([submit, madeAt < sentAt, marks[0]!.at <= tapped]).toEqual([true, true, true])
  expect(getButton('已提交')).toBeTruthy()
})

it('says who gives the lesson now, and lets nobody else mark', async () => {
  roll = rollOf({ lesson: lessonOf({ obstacle: '本节课由周文任课' }), may: [] })
  await served.show(<RollPage />)
  expect(getPageText()).toContain('本节课由周文任课')
  await click(cell('程诺'))
  expect(say('程诺')).toBe('程诺，到')
  expect(hasButton('提交：请假 1')).toBe(false)
})

it('offers the other lessons when there is none now', async () => {
  roll = null
  await served.show(<RollPage />)
  expect(getPageText()).toContain('当前没有你的课')
  expect(getPageText()).toContain('未到点名时间')
  roll = rollOf()
  const lesson = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.includes('第2节'))!
  await click(lesson)
  await settle()
  expect(location.search).toBe(`?lesson=${otherLessonId}`)
  expect(say('程诺')).toBe('程诺，到')
})

it('shows both taps of two devices with their own times', async () => {
  const pupil = pupilOf(1, '程诺', {
    status: 'late',
    markedAt: '2026-11-19T00:03:00.000Z',
    conflict: { status: 'missing', markedAt: '2026-11-19T00:02:00.000Z', by: '李明' },
  })
  roll = rollOf({ pupils: [pupil, pupilOf(2, '丁一鸣')] })
  await served.show(<RollPage />)
  expect(getPageText()).toContain('程诺：现为迟到（08:03），李明 08:02 记为未到')
  expect(cell('程诺').textContent).toContain('冲突')
})

it('corrects later with a reason only', async () => {
  roll = rollOf({ lesson: lessonOf({ status: 'submitted' }), may: ['correct'] })
  await served.show(<RollPage />)
  await click(getButton('修改考勤'))
  await click(cell('程诺'))
  await click(getButton('提交修改 1 人'))
  await click(getButton('提交修改'))
  expect(getPageText()).toContain('请填写修改原因')
  await typeInto(document.querySelector<HTMLInputElement>('input[name=reason]')!, '点名有误')
  await click(getButton('提交修改'))
  await settle()
  expect(served.callsTo(rollCallApi.amend.path)).toMatchObject([
    {
      body: { lessonId, reason: '点名有误', changes: [{ studentId: idOfPupil(1), status: 'missing', minutes: null }] },
    },
  ])
  expect(saves()).toEqual([])
})

it('sends changes after the submission only with the button', async () => {
  roll = rollOf({ lesson: lessonOf({ status: 'submitted' }) })
  await served.show(<RollPage />)
  await click(cell('丁一鸣'))
  await settle(10_000)
  expect(saves()).toEqual([])
  await click(getButton('提交修改：未到 1，请假 1'))
  await settle()
  expect(saves()).toMatchObject([{ submit: true, marks: [{ studentId: idOfPupil(2), status: 'missing' }] }])
})

it('asks nobody twice before everybody was asked, and nobody who is not there', async () => {
  await served.show(<RollPage />)
  await click(getButton('随机提问'))
  const names: (string | null)[] = []
  for (let turn = 0; turn < 4; turn++) {
    await click([...document.querySelectorAll<HTMLElement>('dialog button')].at(-1)!)
    names.push(document.querySelector('dialog [aria-live]')!.textContent)
  }
  expect(new Set(names.slice(0, 2))).toEqual(new Set(['1号 程诺', '2号 丁一鸣']))
  expect(new Set(names.slice(2))).toEqual(new Set(['1号 程诺', '2号 丁一鸣']))
})

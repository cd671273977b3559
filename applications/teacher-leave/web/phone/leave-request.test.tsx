import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DraftStore, FlowRecord } from '#packages/web/light/phone-flow/draft-store.ts'
import { approvalSetupApi } from '#kernel/approval/contract.ts'
import { coverApi, type CoverLesson } from '#engines/cover/contract.ts'
import { candidates, later, lessonOf, proposalOf } from '#engines/cover/web/cover.fixture.ts'
import { leaveApi, type LeaveChoices, type LeaveCount } from '../../contract.ts'
import { LeaveRequest } from './leave-request.tsx'

const idOf = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`
const typeOf = (at: number, name: string, kind: 'sick' | 'personal' | 'maternity') => ({
  id: idOf(at),
  name,
  kind,
  unit: 'half-day' as const,
  includesHolidays: false,
  needsBalance: false,
  balance: null,
  proofAfterDays: null,
  backdateDays: 3,
})
const choices: LeaveChoices = {
  types: [typeOf(1, '事假', 'personal'), typeOf(2, '病假', 'sick'), typeOf(3, '产假', 'maternity')],
  reasons: ['孩子生病', '就医'],
  noon: '12:00',
  today: '2026-11-19',
  // Friday follows Thursday.
  workDays: ['2026-11-19', '2026-11-20'],
  deputies: [{ id: idOf(7), name: '何思敏' }],
  beforeLeave: 'warn',
}
const count: LeaveCount = {
  calendarDays: 1,
  amount: 0.5,
  unit: 'half-day',
  perDay: [],
  composition: '',
  problems: [],
  needsProof: false,
  proofDays: 3,
  balanceAfter: null,
  approval: { orgId: idOf(9), values: { days: 0.5, kind: 'sick', isHead: false } },
}

let root: Root
let isDown: boolean
let problems: string[]
let lessons: CoverLesson[]
let beforeLeave: LeaveChoices['beforeLeave']
let counted: URLSearchParams[]
let sent: { body: Record<string, unknown>; key: string }[]
let drafts: Map<string, FlowRecord>
let taps: number
let done: string[]

const store: DraftStore = {
  read: async (name) => drafts.get(name),
  write: async (name, record) => void drafts.set(name, record),
  remove: async (name) => void drafts.delete(name),
}

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  isDown = false
  problems = []
  lessons = []
  beforeLeave = 'warn'
  sent = []
  counted = []
  drafts = new Map()
  taps = 0
  done = []
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    if (pathname === leaveApi.count.path) counted.push(searchParams)
    const answer = (ret: number, data: unknown) => Response.json({ ret, msg: '', data, executeTime: 1, success: true })
    if (pathname === leaveApi.choices.path) return answer(1, { ...choices, beforeLeave })
    if (pathname === leaveApi.count.path) return answer(1, { ...count, problems })
    if (pathname === leaveApi.lessons.path) return answer(1, lessons)
    if (pathname === coverApi.recommend.path) return answer(1, proposalOf(lessons))
    if (pathname === coverApi.candidates.path)
      return answer(1, [{ lessonId: searchParams.get('lessonIds'), candidates }])
    if (pathname === approvalSetupApi.getFlow.path)
      return answer(1, { fFlowId: idOf(8), fFlowName: '请假', flows: [{ operator: '许静', note: '部门负责人审批' }] })
    const headers = new Headers(init!.headers)
    sent.push({ body: JSON.parse(init!.body as string) as never, key: headers.get('idempotency-key') ?? '' })
    return isDown ? answer(-500, null) : answer(1, { id: idOf(5) })
  })
})
afterEach(async () => {
  await close()
  vi.unstubAllGlobals()
})

const open = async () => {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root.render(
      <LeaveRequest target={{ kind: 'new' }} store={store} onClose={() => {}} onDone={(id) => done.push(id)} />,
    ),
  )
  await vi.waitFor(() => expect(text()).toContain('类型'))
}
const close = async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
}
const text = () => document.body.textContent
const tap = async (label: string) => {
  taps += 1
  const found = [...document.querySelectorAll<HTMLElement>('label, button')].filter((one) => one.textContent === label)
  await act(async () => (found[0]!.querySelector('input') ?? found[0]!).click())
}
const see = (label: string) =>
  vi.waitFor(async () => {
    await act(async () => {})
    expect(text()).toContain(label)
  })

it('asks for a half-day with five taps, and says before who will approve', async () => {
  await open()
  await tap('病假')
  await tap('明天上午')
  await see('2026-11-20 周五 上午计 0.5 天')
  await see('许静')
  await tap('就医')
  await tap('何思敏')
  await tap('提交请假')
  await vi.waitFor(() => expect(done).toEqual([idOf(5)]))
  // One more tap opened the form from the home of staff.
  expect(taps + 1).toBeLessThanOrEqual(6)
  const span = { startsOn: '2026-11-20', startHalf: 'am', endsOn: '2026-11-20', endHalf: 'am' }
  expect(sent[0]!.body).toMatchObject({ typeId: idOf(2), ...span, reason: '就医', deputyId: idOf(7) })
})

it('keeps what was filled in when it could not be sent, also after the page was closed', async () => {
  isDown = true
  await open()
  await tap('病假')
  await tap('明天全天')
  await tap('孩子生病')
  await see('许静')
  await tap('提交请假')
  await see('没有提交成功，填写的内容已保存在手机上')
  expect(done).toEqual([])
  await close()

  isDown = false
  await open()
  await see('已恢复上次没有提交的内容')
  await see('2026-11-20 周五 全天')
  await see('许静')
  await tap('提交请假')
  await vi.waitFor(() => expect(done).toEqual([idOf(5)]))
  expect(sent[1]!.body).toEqual(sent[0]!.body)
  // Whatever became of the first attempt, the request exists once.
  expect(sent[1]!.key).toBe(sent[0]!.key)
  expect(drafts.size).toBe(0)
})

it('is not sent while something is missing or speaks against it', async () => {
  await open()
  await tap('提交请假')
  for (const message of ['请选择假期类型', '请选择请假时间', '请选择或填写事由']) expect(text()).toContain(message)
  problems = ['与2026-11-20至2026-11-20的事假重叠']
  await tap('病假')
  await tap('明天下午')
  await tap('就医')
  await see('与2026-11-20至2026-11-20的事假重叠')
  await tap('提交请假')
  expect(sent).toEqual([])
})

it('asks for a difficult birth and the number of babies only for 产假', async () => {
  await open()
  await tap('病假')
  expect(text()).not.toContain('难产')
  await tap('产假')
  await tap('难产')
  await tap('更多')
  await tap('4 个')
  await tap('明天全天')
  await tap('就医')
  await see('许静')
  expect(Object.fromEntries(counted.at(-1)!)).toMatchObject({ typeId: idOf(3), isDifficult: '1', babies: '4' })
  await tap('提交请假')
  await vi.waitFor(() => expect(done).toEqual([idOf(5)]))
  expect(sent[0]!.body).toMatchObject({ typeId: idOf(3), isDifficult: true, babies: 4 })
})

/** Fills in what is required; the lessons are those of the span. */
const askForTomorrow = async () => {
  await open()
  await tap('病假')
  await tap('明天全天')
  await tap('就医')
  await see('许静')
}

it('can be sent with the lessons left to the office, in the same six taps', async () => {
  lessons = [lessonOf(), later]
  await askForTomorrow()
  await see('还有2节课未安排，可以先提交，由教务安排')
  await tap('提交请假')
  await vi.waitFor(() => expect(done).toEqual([idOf(5)]))
  expect(taps).toBeLessThanOrEqual(5)
  expect(sent[0]!.body).toMatchObject({ covers: [] })
})

it('is reminded of open lessons as the school wishes: not at all, or until they are arranged', async () => {
  lessons = [lessonOf(), later]
  beforeLeave = 'no'
  await askForTomorrow()
  await see('2 节课')
  expect(text()).not.toContain('未安排')
  await close()
  drafts.clear()

  beforeLeave = 'block'
  await askForTomorrow()
  await see('还有2节课未安排，安排好才能提交')
  await tap('提交请假')
  expect(sent).toEqual([])
  await tap('都请教务安排')
  await tap('提交请假')
  await vi.waitFor(() => expect(done).toEqual([idOf(5)]))
})

it('proposes colleagues for all lessons with one tap; the rest is chosen by hand', async () => {
  lessons = [lessonOf(), later]
  await askForTomorrow()
  await tap('一键推荐')
  await see('没有空闲的教师')
  expect(text()).toContain('还有1节课未安排')
  // The row of the second lesson: nobody was proposed.
  await tap('选人')
  await see('查看不能选的 1 项')
  const [, second] = document.querySelectorAll<HTMLElement>('dialog [aria-pressed]')
  await act(async () => second!.click())
  await see('都已安排')
  await tap('提交请假')
  await vi.waitFor(() => expect(done).toEqual([idOf(5)]))
  expect(sent[0]!.body['covers']).toMatchObject([
    { lessonId: lessons[0]!.lessonId, seenAt: lessons[0]!.seenAt, userIds: [candidates[0]!.userId] },
    { lessonId: later.lessonId, askMode: 'one', userIds: [candidates[1]!.userId] },
  ])
})

it('offers nothing for a lesson that is arranged or has begun', async () => {
  lessons = [lessonOf({ state: 'asked', requestStatus: 'asking', toNames: ['许静'] }), { ...later, state: 'past' }]
  await askForTomorrow()
  await see('待对方确认')
  expect(text()).toContain('已开始，不能再调整')
  for (const label of ['选人', '换人', '一键推荐']) expect(text()).not.toContain(label)
})

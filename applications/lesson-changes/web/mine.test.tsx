import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { coverApi, type CoverRequest } from '#engines/cover/contract.ts'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import {
  click,
  getAnnouncements,
  getButton,
  getPageText,
  hasButton,
  typeInto,
} from '#packages/web/desk/test-root.fixture.tsx'
import { candidates, day, ids, lessonOf, onWire, openLessons, proposal, requestOf } from './covers.fixture.ts'
import MyCoversPage from './pages/mine.tsx'
import { Shell, signInAtSchool } from './shell.fixture.tsx'

type Answers = Parameters<typeof createTestPage>[0]
type Call = Parameters<Answers[string]>[0]

const api = coverApi
let served: ReturnType<typeof createTestPage>
let boxes: Record<string, CoverRequest[]>
const taken = lessonOf({
  lessonId: ids.english,
  periodId: ids.two,
  day: '2026-11-20',
  state: 'asked',
  requestId: ids.request,
  requestStatus: 'asking',
  toNames: ['吴越'],
})
const status = { id: ids.request, status: 'effective' }
const answers: Answers = {
  [api.requests.path]: ({ query }: Call) => onWire(api.requests.data, boxes[query['box']!] ?? []),
  [api.myLessons.path]: () => onWire(api.myLessons.data, [...openLessons, taken]),
  [api.candidates.path]: ({ query }: Call) =>
    query['lessonIds']!.split(',').map((lessonId) => ({ lessonId, candidates })),
  [api.recommend.path]: () => onWire(api.recommend.data, proposal),
  [api.apply.path]: () => [status],
  [api.respond.path]: () => [status],
  [api.claim.path]: () => ({ status: 'effective' }),
  [api.withdraw.path]: () => null,
  [api.myCredits.path]: () => ({
    month: '2026-11',
    total: 150,
    isSettled: false,
    rows: [
      { day, lesson: '第1节 七(3)班 数学', kind: 'same', hours: 100, note: '' },
      { day, lesson: '第2节 七(3)班 自习', kind: 'supervise', hours: 50, note: '' },
    ],
  }),
}

const open = async (address = '', more: Answers = {}) => {
  served = createTestPage({ ...answers, ...more })
  await served.show(
    <Shell title="我的代调课" address={address}>
      <MyCoversPage />
    </Shell>,
  )
  await settle(100)
}
const next = async (title: string) => {
  await click(getButton(`下一步：${title}`))
  await settle(50)
}
const lessonButton = (name: string) => getButton(`11-19 周四 ${name}`)
const bodyOf = (path: string) => served.callsTo(path).at(-1)?.body

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(`${day}T07:20:00+08:00`) })
  Object.assign(window, { innerWidth: 1366 })
  signInAtSchool()
  boxes = {}
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

it('says what to do while there is nothing, and leads to the application', async () => {
  await open()
  expect(getPageText()).toContain('还没有申请过代调课')
  await click(getButton('申请代调课'))
  expect(getPageText()).toContain('选课程')
})

it('shows who was asked and what came of it, and takes a request back', async () => {
  boxes['own'] = [
    requestOf({ may: ['recall'] }),
    requestOf({ id: ids.other, status: 'effective', chain: ['陈国栋', '赵敏', '吴越'] }),
  ]
  await open()
  expect(getPageText()).toContain('11-19 周四 第1节 七(3)班 数学')
  expect(getPageText()).toContain('请 赵敏')
  expect(getPageText()).toContain('待对方确认')
  expect(getPageText()).toContain('陈国栋 → 赵敏 → 吴越')
  await click(getButton('撤回'))
  await click(getButton('撤回'))
  await settle(50)
  expect(bodyOf(api.withdraw.path)).toEqual({ id: ids.request })
})

it('the details name the answers, and the reason only where the answer has it', async () => {
  const asked = [{ id: ids.zhao, name: '赵敏', answer: 'no', note: '当天外出', at: null } as const]
  boxes['own'] = [requestOf({ asked, source: 'sick', reason: '就医' })]
  boxes['asked'] = [requestOf()]
  await open()
  await click(getButton('详情'))
  expect(getPageText()).toContain('拒绝　当天外出')
  expect(getPageText()).toContain('病假')
  await served.close()
  await open('tab=asked')
  await click(getButton('详情'))
  expect(getPageText()).not.toContain('来源')
  expect(getPageText()).not.toContain('说明')
})

it('agrees to several at once', async () => {
  boxes['asked'] = [requestOf({ may: ['answer'] }), requestOf({ id: ids.other, may: ['answer'] })]
  await open('tab=asked')
  expect(getButton('批量同意').disabled).toBe(true)
  await click([...document.querySelectorAll('label')].find(({ textContent }) => textContent === '全选')!)
  await click(getButton('批量同意'))
  await settle(50)
  expect(bodyOf(api.respond.path)).toEqual({ ids: [ids.request, ids.other], agree: true, note: '' })
})

it('refuses only with a reason', async () => {
  boxes['asked'] = [requestOf({ may: ['answer'] })]
  await open('tab=asked')
  await click(getButton('拒绝'))
  await settle(50)
  await click(getButton('拒绝'))
  await settle(50)
  expect(getPageText()).toContain('请填写原因')
  expect(served.callsTo(api.respond.path)).toEqual([])
  await typeInto(document.querySelector<HTMLInputElement>('dialog input')!, '当天外出')
  await click(getButton('拒绝'))
  await settle(50)
  expect(bodyOf(api.respond.path)).toEqual({ ids: [ids.request], agree: false, note: '当天外出' })
})

it('claims a lesson that was offered to everybody', async () => {
  boxes['asked'] = [requestOf({ askMode: 'everybody', may: ['claim'] })]
  await open('tab=asked')
  expect(hasButton('同意')).toBe(false)
  await click(getButton('认领'))
  await settle(50)
  expect(bodyOf(api.claim.path)).toEqual({ id: ids.request })
})

it('counts the covers of a month', async () => {
  boxes['given'] = [requestOf({ status: 'done' })]
  await open('tab=given')
  expect(getPageText()).toContain('代陈国栋')
  expect(getPageText()).toContain('1.5 课时')
  expect(getPageText()).toContain('未结算')
  await click(getButton('前一段时间'))
  await settle(50)
  expect(served.callsTo(api.myCredits.path).at(-1)?.query).toEqual({ month: '2026-10' })
})

it('applies for several lessons: chosen in the week, filled by one click, sent with a reason', async () => {
  const advice = '课程较多，建议改用“任课变更”'
  await open('fill=new', { [api.apply.path]: () => [{ ...status, advice }] })
  expect(getButton('11-20 周五 第2节 七(3)班 数学').disabled).toBe(true)
  expect(getPageText()).toContain('待确认 吴越')
  await next('选方式')
  expect(getPageText()).toContain('请选择课程')
  await click(lessonButton('第1节 七(3)班 数学'))
  await click(lessonButton('第2节 七(4)班 数学'))
  await click(lessonButton('第3节 七(3)班 数学'))
  expect(getPageText()).toContain('已选 3 节')
  await next('选方式')
  expect([...document.querySelectorAll<HTMLInputElement>('input[name=kind]')].map(({ value }) => value)).not.toContain(
    'merge',
  )
  await next('选人或时间')
  expect(getPageText()).toContain('还有 3 节课未安排')
  await click(getButton('一键推荐'))
  await settle(50)
  expect(getPageText()).toContain('没有空闲的教师')
  await next('说明')
  expect(getPageText()).toContain('还有 1 节课没有选好')
  await click(getButton('全部请教务安排'))
  await next('说明')
  await next('核对')
  expect(getPageText()).toContain('请选择来源')
  await click(document.querySelector<HTMLInputElement>('input[value=private]')!)
  await next('核对')
  expect(getPageText()).toContain('代课 3 节')
  expect(getPageText()).toContain('11-19 周四 第1节 七(3)班 数学请 赵敏')
  expect(getPageText()).toContain('第3节 七(3)班 数学请教务安排')
  await click(getButton('提交'))
  await settle(100)
  const { lessons, ...form } = bodyOf(api.apply.path) as { lessons: Record<string, unknown>[] }
  expect(lessons).toEqual([
    expect.objectContaining({ lessonId: ids.first, askMode: 'one', userIds: [ids.zhao] }),
    expect.objectContaining({ lessonId: ids.second, askMode: 'one', userIds: [ids.wu] }),
    expect.objectContaining({ lessonId: ids.third, askMode: 'office', userIds: [] }),
  ])
  expect(form).toMatchObject({ source: 'private', isChainConfirmed: false })
  expect(getAnnouncements('status')).toContain(`已提交。${advice}`)
  expect(getPageText()).toContain('还没有申请过代调课')
})

it('a swap is with a lesson that nothing prevents', async () => {
  const other = lessonOf({ lessonId: ids.covered, periodId: ids.three, subjectName: '英语' })
  const swaps = [
    { ...other, obstacle: '' },
    { ...other, lessonId: ids.second, obstacle: '3名学生该节次有其他课程' },
  ]
  await open('fill=new', { [api.swaps.path]: () => onWire(api.swaps.data, swaps) })
  await click(lessonButton('第1节 七(3)班 数学'))
  await next('选方式')
  await click(document.querySelector<HTMLInputElement>('input[value=swap]')!)
  await next('选人或时间')
  const options = [...document.querySelectorAll<HTMLOptionElement>('select option:not([value=""])')]
  expect(options.map(({ disabled, textContent }) => [disabled, textContent])).toEqual([
    [false, '11-19 周四 第3节 七(3)班 英语 陈国栋'],
    [true, '11-19 周四 第3节 七(3)班 英语 陈国栋 （3名学生该节次有其他课程）'],
  ])
})

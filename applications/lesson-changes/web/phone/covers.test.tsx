import { act, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSession, type SessionUser } from '#packages/web/core/session.ts'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { click, getButton, getPageText, hasButton } from '#packages/web/desk/test-root.fixture.tsx'
import { coverApi, type CoverRequest } from '#engines/cover/contract.ts'
import {
  candidates,
  claimableRequest,
  givenRequest,
  id,
  later,
  legOf,
  lessonOf,
  own,
  personOf,
  proposalOf,
  requestOf,
  swapRequest,
} from '#engines/cover/web/cover.fixture.ts'
import CoversCard from './covers-card.tsx'
import Mine from './mine.tsx'

let boxes: Record<'asked' | 'own' | 'given', CoverRequest[]>
let served: ReturnType<typeof createTestPage>
let advice: string
let taps: number
const lessons = [lessonOf(), later]

beforeEach(() => {
  advice = ''
  vi.useFakeTimers()
  vi.setSystemTime('2026-11-17T08:45:00+08:00')
  window.scrollTo = () => {}
  history.replaceState(null, '', '/application/classAdjustQuery/mine')
  useSession.setState({ user: { userId: own.id, userType: 0 } as SessionUser })
  boxes = { asked: [], own: [], given: [] }
  taps = 0
  const remove = (ids: readonly string[]) => {
    boxes.asked = boxes.asked.filter((one) => !ids.includes(one.id))
  }
  served = createTestPage({
    [coverApi.requests.path]: ({ query }) => boxes[query['box'] as 'asked'],
    [coverApi.detail.path]: ({ query }) =>
      Object.values(boxes)
        .flat()
        .find((one) => one.id === query['id']),
    [coverApi.respond.path]: ({ body }) => {
      const { ids } = body as { ids: string[] }
      remove(ids)
      return ids.map((one) => ({ id: one, status: 'auditing' }))
    },
    [coverApi.claim.path]: ({ body }) => {
      remove([(body as { id: string }).id])
      return { status: 'effective' }
    },
    [coverApi.withdraw.path]: () => {
      boxes.own = []
      return null
    },
    [coverApi.myLessons.path]: () => lessons,
    [coverApi.candidates.path]: ({ query }) => [{ lessonId: query['lessonIds'], candidates }],
    [coverApi.recommend.path]: () => proposalOf(lessons),
    [coverApi.swaps.path]: () => [
      {
        ...lessonOf({
          lessonId: id(3),
          day: '2026-11-20',
          periodName: '第2节',
          subjectName: '英语',
          teachers: [personOf(14, '王芳')],
        }),
        obstacle: '',
      },
    ],
    [coverApi.places.path]: () => [
      { day: '2026-11-20', periodId: id(56), periodName: '第6节', begins: '14:00', obstacle: '' },
    ],
    [coverApi.apply.path]: () => [{ id: id(500), status: 'asking', ...(advice && { advice }) }],
    [coverApi.myCredits.path]: ({ query }) => ({
      month: query['month'],
      total: 250,
      isSettled: false,
      rows: [{ day: '2026-11-16', lesson: '第2节 八(2)班数学', kind: 'same', hours: 100, note: '' }],
    }),
  })
})
afterEach(async () => {
  await served.close()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const show = async (part: ReactNode) => {
  await served.show(part)
  await settle(100)
}
const tap = async (label: string) => {
  taps += 1
  await click(getButton(label))
  await settle(100)
}
const choose = async (label: string) => {
  taps += 1
  const chip = [...document.querySelectorAll('label')].find(({ textContent }) => textContent.includes(label))!
  await click(chip.querySelector('input')!)
  await settle(100)
}
const bodyOf = (path: string) => served.callsTo(path).at(-1)?.body

it('agrees with one tap on the home, and says what follows', async () => {
  boxes.asked = [requestOf(101)]
  await show(<CoversCard />)
  expect(getPageText()).toContain('明天 第3节')
  expect(getPageText()).toContain('八(2)班数学')
  expect(getPageText()).toContain('陈国栋请您代课')
  await tap('同意')
  expect(bodyOf(coverApi.respond.path)).toEqual({ ids: [id(101)], agree: true, note: '' })
  expect(getPageText()).toContain('已同意，等待教务审核')
  expect(hasButton('同意')).toBe(false)
})

it('has nothing on the home when there is nothing', async () => {
  boxes.given = [requestOf(105, { status: 'effective', legs: [legOf({ day: '2026-11-23', to: own })], may: [] })]
  await show(<CoversCard />)
  expect(getPageText()).toBe('')
})

it('shows on the home what can be claimed and whose lessons are given until tomorrow', async () => {
  boxes.asked = [claimableRequest]
  boxes.given = [givenRequest]
  await show(<CoversCard />)
  expect(document.querySelector('[aria-label=我要代的课]')!.textContent).toBe('明天 第7节14:50八(2)班数学代陈国栋')
  await tap('认领')
  expect(bodyOf(coverApi.claim.path)).toEqual({ id: claimableRequest.id })
  expect(getPageText()).toContain('已认领，课表已更新')
})

/** The server refuses what is sent to this address. */
const refuse = (path: string, msg: string) => {
  const answer = fetch
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) =>
    address.includes(path)
      ? Response.json({ ret: 0, msg, data: null, executeTime: 1, success: false })
      : answer(address, init),
  )
}

it('says who was quicker with a lesson to claim, and takes it away', async () => {
  boxes.asked = [claimableRequest]
  await show(<Mine />)
  refuse(coverApi.claim.path, '该节课已有老师认领')
  boxes.asked = []
  await tap('认领')
  expect(getPageText()).toContain('该节课已有老师认领')
  expect(hasButton('认领')).toBe(false)
})

it('answers once at a double tap, and not the next one that moves up', async () => {
  boxes.asked = [requestOf(101), requestOf(108)]
  await show(<CoversCard />)
  const agree = getButton('同意')
  await act(async () => {
    agree.click()
    agree.click()
  })
  await settle(100)
  await tap('同意')
  expect(served.callsTo(coverApi.respond.path)).toHaveLength(1)
  await settle(1000)
  await tap('同意')
  expect(served.callsTo(coverApi.respond.path)).toHaveLength(2)
})

it('sends nothing without a network, and says how old the list is', async () => {
  boxes.asked = [requestOf(101)]
  await show(<Mine />)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await act(async () => window.dispatchEvent(new Event('offline')))
  expect(getPageText()).toContain('没有网络，以下是 2026-11-17')
  await tap('同意')
  expect(served.callsTo(coverApi.respond.path)).toHaveLength(0)
})

it('keeps the application that was refused, and says why', async () => {
  await show(<Mine />)
  await tap('申请代调课')
  await choose('八(2)班数学')
  await tap('都请教务安排')
  await choose('教研')
  refuse(coverApi.apply.path, '张三该节次已有三(2)班语文课')
  await tap('提交 1 节')
  expect(getPageText()).toContain('张三该节次已有三(2)班语文课')
  expect(getPageText()).toContain('请教务安排')
})

it('refuses only with a reason', async () => {
  boxes.asked = [requestOf(101)]
  await show(<Mine />)
  await tap('拒绝')
  await tap('拒绝')
  expect(getPageText()).toContain('请选择或填写拒绝的原因')
  expect(served.callsTo(coverApi.respond.path)).toHaveLength(0)
  await choose('有其他安排')
  await tap('拒绝')
  expect(bodyOf(coverApi.respond.path)).toEqual({ ids: [id(101)], agree: false, note: '有其他安排' })
})

it('shows both lessons of a swap, and agrees to several at once but for one that was unticked', async () => {
  boxes.asked = [requestOf(101), swapRequest, claimableRequest]
  await show(<Mine />)
  expect(getPageText()).toContain('陈国栋想与您对调')
  expect(getPageText()).toContain('调至11-20 周五 第2节')
  await tap('批量同意')
  await choose('周五第2节')
  await tap('同意 1 项')
  expect(bodyOf(coverApi.respond.path)).toMatchObject({ ids: [id(101)] })
})

it('asks a colleague for one lesson with at most six taps', async () => {
  await show(<Mine />)
  await tap('申请代调课')
  await tap('周三第3节八(2)班数学选人')
  expect(document.querySelector('dialog')!.textContent).toContain('任教本班')
  taps += 1
  await click([...document.querySelectorAll<HTMLElement>('dialog [aria-pressed]')][0]!)
  await settle(100)
  await choose('事假')
  await tap('提交 1 节')
  expect(taps).toBeLessThanOrEqual(6)
  expect(bodyOf(coverApi.apply.path)).toMatchObject({
    source: 'private',
    lessons: [{ lessonId: id(1), seenAt: lessonOf().seenAt, kind: 'substitute', askMode: 'one', userIds: [id(11)] }],
  })
  expect(getPageText()).toContain('已提交，等待许静老师确认')
})

it('says that so many lessons are better a change of the assignment', async () => {
  advice = '课程较多，建议改用“任课变更”'
  await show(<Mine />)
  await tap('申请代调课')
  await tap('周三第3节八(2)班数学选人')
  await click([...document.querySelectorAll<HTMLElement>('dialog [aria-pressed]')][0]!)
  await settle(100)
  await choose('事假')
  await tap('提交 1 节')
  expect(getPageText()).toContain(`已提交，等待许静老师确认。${advice}`)
})

it('proposes colleagues for all ticked lessons, and leaves out none silently', async () => {
  await show(<Mine />)
  await tap('申请代调课')
  await choose('八(2)班数学')
  await choose('八(4)班数学')
  await tap('一键推荐')
  expect(served.callsTo(coverApi.recommend.path).at(-1)!.query).toEqual({ lessonIds: `${id(1)},${id(2)}` })
  expect(getPageText()).toContain('没有空闲的教师')
  await choose('病假')
  await tap('提交 2 节')
  expect(getPageText()).toContain('还有1节课未安排')
  expect(served.callsTo(coverApi.apply.path)).toHaveLength(0)
  await tap('都请教务安排')
  await tap('提交 2 节')
  expect(bodyOf(coverApi.apply.path)).toMatchObject({
    lessons: [
      { askMode: 'one', userIds: [id(11)] },
      { askMode: 'office', userIds: [] },
    ],
  })
})

it('exchanges a lesson with that of a colleague', async () => {
  await show(<Mine />)
  await tap('申请代调课')
  await tap('周三第3节八(2)班数学选人')
  await choose('调课')
  expect(served.callsTo(coverApi.swaps.path)[0]!.query).toEqual({
    lessonId: id(1),
    from: '2026-11-16',
    to: '2026-11-22',
  })
  await click([...document.querySelectorAll<HTMLElement>('dialog [aria-pressed]')][0]!)
  await settle(100)
  expect(getPageText()).toContain('与王芳 周五第2节八(2)班英语对调')
  await tap('提交 1 节')
  expect(bodyOf(coverApi.apply.path)).toMatchObject({
    source: 'exchange',
    lessons: [{ kind: 'swap', otherLessonId: id(3), otherSeenAt: lessonOf().seenAt }],
  })
})

it('moves a lesson, or cancels it with a reason; nobody has to be found for it', async () => {
  await show(<Mine />)
  await tap('申请代调课')
  await tap('周三第3节八(2)班数学选人')
  await choose('移课')
  await click([...document.querySelectorAll<HTMLElement>('dialog [aria-pressed]')][0]!)
  await tap('周三第5节八(4)班数学选人')
  await choose('停课')
  await choose('考试')
  await settle(100)
  expect(getPageText()).toContain('移到11-20 周五第6节')
  expect(getPageText()).toContain('停课（考试）')
  await choose('教研')
  await tap('提交 2 节')
  expect(bodyOf(coverApi.apply.path)).toMatchObject({
    lessons: [
      { kind: 'move', askMode: 'one', to: { day: '2026-11-20', periodId: id(56) } },
      { kind: 'cancel', askMode: 'one', to: null, cancelReason: 'exam' },
    ],
  })
})

it('asks before a covered lesson is passed on', async () => {
  lessons[0] = lessonOf({ state: 'free', kind: 'substitute', requestStatus: 'effective', toNames: ['何思敏'] })
  await show(<Mine />)
  await tap('申请代调课')
  await tap('周三第3节八(2)班数学选人')
  await click([...document.querySelectorAll<HTMLElement>('dialog [aria-pressed]')][0]!)
  await choose('事假')
  await tap('提交 1 节')
  expect(getPageText()).toContain('该节课已代给何思敏，是否由其再转出？')
  expect(served.callsTo(coverApi.apply.path)).toHaveLength(0)
  await tap('转出')
  expect(bodyOf(coverApi.apply.path)).toMatchObject({ isChainConfirmed: true })
  lessons[0] = lessonOf()
})

it('takes an own request back after a question', async () => {
  history.replaceState(null, '', '/application/classAdjustQuery/mine?tab=own')
  boxes.own = [requestOf(106, { applicant: own, source: 'private', reason: '孩子发烧', may: ['recall'] })]
  await show(<Mine />)
  expect(getPageText()).toContain('待对方确认')
  await tap('撤回')
  expect(served.callsTo(coverApi.withdraw.path)).toHaveLength(0)
  await tap('撤回')
  expect(bodyOf(coverApi.withdraw.path)).toEqual({ id: id(106) })
  expect(getPageText()).toContain('还没有申请过代调课')
})

it('shows the chain, the answers and the reason of an own request', async () => {
  history.replaceState(null, '', `/application/classAdjustQuery/mine?tab=own&open=${id(107)}`)
  boxes.own = [
    requestOf(107, {
      applicant: own,
      source: 'private',
      reason: '孩子发烧',
      chain: ['何思敏', '许静', '邓卓然'],
      asked: [{ ...personOf(11, '许静'), answer: 'no', note: '当天外出', at: '2026-11-17T02:10:00.000Z' }],
      may: [],
    }),
  ]
  await show(<Mine />)
  expect(document.querySelector('ol[aria-label=转代]')!.textContent).toBe('何思敏许静邓卓然')
  expect(getPageText()).toContain('事假，孩子发烧')
  expect(getPageText()).toContain('已拒绝：当天外出')
})

it('shows a colleague no reason', async () => {
  history.replaceState(null, '', `/application/classAdjustQuery/mine?open=${id(101)}`)
  boxes.asked = [requestOf(101)]
  await show(<Mine />)
  expect(getPageText()).toContain('陈国栋')
  expect(getPageText()).not.toContain('原因')
})

it('shows the hours of the month, and those of the month before', async () => {
  history.replaceState(null, '', '/application/classAdjustQuery/mine?tab=given')
  boxes.given = [givenRequest]
  await show(<Mine />)
  expect(getPageText()).toContain('2.5 课时')
  await tap('上个月')
  expect(served.callsTo(coverApi.myCredits.path).at(-1)!.query).toEqual({ month: '2026-10' })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useFamily } from '#packages/web/core/family.ts'
import { useSession, type SessionUser } from '#packages/web/core/session.ts'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { click, getButton, getPageText, hasButton, typeInto } from '#packages/web/desk/test-root.fixture.tsx'
import { familyAttendanceApi as api, type PupilLeave } from '../../contract.ts'
import { id, leaveOf, firstChild, optionsOfDay, secondChild } from '../leave.fixture.ts'
import LeaveCard from './leave-card.tsx'
import ChildLeave from './child-leave.tsx'

let served: ReturnType<typeof createTestPage>
let leaves: PupilLeave[]
let taps: number

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime('2026-11-19T07:20:00+08:00')
  window.scrollTo = () => {}
  history.replaceState(null, '', '/studentMain/leave?fill=new')
  useSession.setState({ user: { userId: id(9), userType: 2 } as SessionUser })
  useFamily.setState({ status: 'ready', children: [firstChild], childId: firstChild.id })
  leaves = []
  taps = 0
  served = createTestPage({
    [api.leaveOptions.path]: ({ query }) => optionsOfDay(query['day']!),
    [api.mine.path]: ({ query }) => leaves.filter(({ studentId }) => studentId === query['studentId']),
    [api.apply.path]: ({ body }) => {
      const { studentId, kind } = body as PupilLeave
      leaves = [leaveOf({ studentId, kind })]
      return { id: id(100), status: 'running' }
    },
    [api.recall.path]: () => {
      leaves = leaves.map((leave) => ({ ...leave, status: 'recalled', may: [] }))
      return null
    },
    [api.giveUp.path]: () => {
      leaves = leaves.map((leave) => ({ ...leave, status: 'revoked', may: [] }))
      return null
    },
    '/api/files/limits': () => ({ maxBytes: 1_000_000, maxFiles: 3, suffixes: ['jpg'] }),
  })
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

const show = async () => {
  await served.show(<ChildLeave />)
  await settle(100)
}
const tap = async (label: string) => {
  taps += 1
  await click(getButton(label))
  await settle(100)
}
const choose = async (label: string) => {
  taps += 1
  const chip = [...document.querySelectorAll('label')].find(({ textContent }) => textContent.trim() === label)!
  await click(chip.querySelector('input')!)
  await settle(100)
}
const sent = () => served.callsTo(api.apply.path).at(-1)?.body as Record<string, unknown>

describe('the form', () => {
  it('sends sick leave for today with two taps after the card', async () => {
    await show()
    expect(document.querySelector('h1')!.textContent).toBe('为张小明请假')
    expect(getPageText()).toContain('11月19日 全天，由周老师审批')
    await choose('病假')
    await tap('提交请假')
    expect(sent()).toMatchObject({
      studentId: firstChild.id,
      kind: 'sick',
      startsOn: '2026-11-19',
      endsOn: '2026-11-19',
      startHalf: 'am',
      endHalf: 'pm',
      periodIds: [],
      reason: '',
    })
    // One more for the card on the home.
    expect(taps + 1).toBeLessThanOrEqual(5)
    expect(getPageText()).toContain('已提交，等待班主任审批')
    expect(getPageText()).toContain('待班主任审批')
    expect(location.search).toBe('')
  })

  it('says what is missing, and keeps what was filled in', async () => {
    await show()
    await tap('提交请假')
    expect(getPageText()).toContain('请选择类型')
    await choose('事假')
    expect(getPageText()).toContain('请填写事由')
    await typeInto(document.querySelector<HTMLInputElement>('input[name=reason]')!, '参加婚礼')
    await choose('今天下午')
    await tap('提交请假')
    expect(sent()).toMatchObject({ kind: 'private', reason: '参加婚礼', startHalf: 'pm', endHalf: 'pm', symptoms: [] })
  })

  it('asks for periods of a day by their lessons', async () => {
    await show()
    await choose('病假')
    await choose('选节次')
    await tap('提交请假')
    expect(getPageText()).toContain('请选择节次')
    await choose('第2节 数学')
    await choose('第1节 语文')
    expect(getPageText()).toContain('11月19日 第1、2节')
    await tap('提交请假')
    expect(sent()).toMatchObject({ periodIds: [id(51), id(52)], startsOn: '2026-11-19', endsOn: '2026-11-19' })
  })

  it('is for tomorrow in the evening', async () => {
    vi.setSystemTime('2026-11-19T20:00:00+08:00')
    await show()
    expect(getPageText()).toContain('11月20日 全天')
  })

  it('names the symptoms of an ill child', async () => {
    await show()
    expect(getPageText()).not.toContain('症状')
    await choose('病假')
    await choose('发热')
    await choose('咳嗽')
    await tap('提交请假')
    expect(sent()).toMatchObject({ symptoms: ['fever', 'cough'] })
  })

  it('says why the school refused, and stays', async () => {
    await show()
    const { fetch } = globalThis
    const refused = { ret: 0, msg: '该时间已有请假', data: null, executeTime: 1, success: false }
    vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
      address.includes(api.apply.path) ? Promise.resolve(Response.json(refused)) : fetch(address, init),
    )
    await choose('病假')
    await tap('提交请假')
    expect(getPageText()).toContain('该时间已有请假')
    expect(hasButton('提交请假')).toBe(true)
  })

  it('waits for the network', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await show()
    expect(getPageText()).toContain('没有网络，可以先填写，联网后提交')
    expect(getButton('提交请假').getAttribute('aria-disabled')).toBe('true')
    vi.restoreAllMocks()
  })

  it('is for the chosen one of several children', async () => {
    useFamily.setState({ children: [firstChild, secondChild] })
    await show()
    await choose('张小悦')
    expect(document.querySelector('h1')!.textContent).toBe('为张小悦请假')
    await choose('病假')
    await tap('提交请假')
    expect(sent()).toMatchObject({ studentId: secondChild.id })
  })
})

describe('the list', () => {
  beforeEach(() => history.replaceState(null, '', '/studentMain/leave'))

  it('is empty at first', async () => {
    await show()
    expect(getPageText()).toContain('还没有请过假')
    expect(hasButton('为张小明请假')).toBe(true)
  })

  it('shows states, and takes back what is not decided', async () => {
    leaves = [
      leaveOf(),
      leaveOf({ id: id(101), status: 'rejected', note: '请补充说明', decidedBy: '周老师', may: [] }),
      leaveOf({ id: id(103), status: 'recalled', decidedBy: '王秀兰', may: [] }),
      leaveOf({ id: id(102), status: 'approved', returnedAt: '2026-11-19T02:00:00.000Z', may: [] }),
    ]
    await show()
    expect(getPageText()).toContain('未批准')
    expect(getPageText()).toContain('请补充说明')
    expect(getPageText()).toContain('已返校')
    expect(getPageText()).toMatch(/审批人\s*周老师[^]*撤回人\s*王秀兰/)
    await tap('撤回申请')
    await tap('确认撤回')
    expect(served.callsTo(api.recall.path).at(-1)?.body).toEqual({ id: id(100) })
    expect(getPageText()).toContain('已撤回')
  })

  it('gives up leave that holds, after a question', async () => {
    leaves = [leaveOf({ status: 'approved', decidedBy: '周老师', may: ['revoke'] })]
    await show()
    await tap('取消请假')
    expect(getPageText()).toContain('请让孩子按时到校')
    expect(served.callsTo(api.giveUp.path)).toEqual([])
    await tap('确认取消')
    expect(served.callsTo(api.giveUp.path).at(-1)?.body).toEqual({ id: id(100) })
    expect(getPageText()).toContain('已取消')
  })

  it('only reads the leave of a child who has left', async () => {
    useFamily.setState({ children: [{ ...firstChild, state: 'past' }] })
    leaves = [leaveOf({ status: 'approved', may: [] })]
    await show()
    expect(getPageText()).toContain('11月19日 全天 病假')
    expect(hasButton('为张小明请假')).toBe(false)
  })
})

describe('the card', () => {
  const links = () => [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))

  it('leads a guardian to the form with one tap', async () => {
    await served.show(<LeaveCard />)
    await settle(10)
    expect(links()).toEqual(['/studentMain/leave', '/studentMain/leave?fill=new', '/studentMain/attendance'])
  })

  it('shows a pupil only the own attendance', async () => {
    useSession.setState({ user: { userId: id(9), userType: 1 } as SessionUser })
    await served.show(<LeaveCard />)
    await settle(10)
    expect(links()).toEqual(['/studentMain/attendance'])
  })
})

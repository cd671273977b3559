import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setVisitOrganisation, type OrganisationTarget } from '#packages/web/core/other-organisation.ts'
import { CurrentCardContext } from '#packages/web/desk/board/current-card.ts'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { getButton, click, hasButton, getPageText, typeInto } from '#packages/web/desk/test-root.fixture.tsx'
import { schoolingApi, type SchoolReadiness } from '../contract.ts'
import SchoolsCard from './components/readiness/schools-card.tsx'
import SetUpPage from './pages/set-up.tsx'
import TeachingPage from './pages/teaching.tsx'
import { answers, ids, Shell, signInAt } from './school.fixture.tsx'

type Step = SchoolReadiness['steps'][number]
const step = (key: Step['key'], state: Step['state'], count: number | null = null): Step => ({
  key,
  state,
  count,
  about: `${key}的情况`,
})

const ready: SchoolReadiness = {
  orgId: ids.school,
  orgName: '实验学校',
  doneCount: 7,
  isReady: true,
  classCount: 18,
  untaughtCount: 0,
  pupilCount: 810,
  staffCount: 32,
  accountCount: 8,
  lastImportAt: '2026-11-03T02:00:00.000Z',
  changeCount: 0,
  bindingCount: 0,
  remindedOn: null,
  steps: [
    step('facts', 'done'),
    step('terms', 'done', 2),
    step('periods', 'done', 1),
    step('classes', 'done', 18),
    step('staff', 'done', 32),
    step('teachers', 'done', 0),
    step('students', 'done', 810),
  ],
}
const open: SchoolReadiness = {
  orgId: ids.grade,
  orgName: '文澜中学',
  doneCount: 3,
  isReady: false,
  classCount: 6,
  untaughtCount: 6,
  pupilCount: 0,
  staffCount: 1,
  accountCount: 1,
  lastImportAt: null,
  changeCount: 2,
  bindingCount: 1,
  remindedOn: null,
  steps: [
    step('facts', 'done'),
    step('terms', 'done', 2),
    step('periods', 'skipped', 0),
    step('classes', 'done', 6),
    step('staff', 'open', 1),
    step('teachers', 'open', 4),
    step('students', 'open', 0),
  ],
}

let served: ReturnType<typeof createTestPage>
let visited: OrganisationTarget[]
const district = ['class.read', 'class.edit', 'teaching.edit', 'org.visit']
const listQueries = () => served.callsTo(schoolingApi.readiness.path).map(({ query }) => query)
const sent = () => served.callsTo(schoolingApi.remind.path).map(({ body }) => body)
const until = async (isReached: () => boolean) => {
  for (let turn = 0; turn < 100 && !isReached(); turn++) await settle(50)
  expect(isReached()).toBe(true)
}
const show = async (permissions = district, page = <SetUpPage />) => {
  await served.show(<Shell permissions={permissions}>{page}</Shell>)
  await until(() => getPageText().includes('文澜中学'))
}
const spokenIn = (cell: Element) => cell.querySelector('[class*=only]')?.textContent
const pressed = (label: string) =>
  document.querySelector<HTMLElement>(`[aria-label="${label}"]`) ??
  [...document.querySelectorAll('button')].find((one) => spokenIn(one) === label)!

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-15T02:00:00Z') })
  Object.assign(window, { innerWidth: 1366 })
  signInAt('bureau')
  visited = []
  setVisitOrganisation(async (place) => void visited.push(place))
  served = createTestPage({
    ...answers,
    [schoolingApi.readiness.path]: () => ({
      items: [ready, open],
      itemCount: 45,
      pageCount: 3,
      schoolCount: 45,
      openCount: 12,
    }),
    [schoolingApi.previewReminder.path]: () => [
      {
        orgId: ids.grade,
        orgName: '文澜中学',
        missing: ['staff', 'teachers', 'students'],
        administrators: ['王强', '李敏'],
        isRemindedToday: false,
      },
      {
        orgId: ids.first,
        orgName: '城东小学',
        missing: ['classes'],
        administrators: ['赵芳'],
        isRemindedToday: true,
      },
      {
        orgId: ids.second,
        orgName: '城西小学',
        missing: ['classes'],
        administrators: [],
        isRemindedToday: false,
      },
    ],
    [schoolingApi.remind.path]: () => ({ schools: 1, people: 2, skipped: 0 }),
  })
})
afterEach(async () => {
  setVisitOrganisation(async () => {})
  await served.close()
  vi.useRealTimers()
})

it('a district sees which schools are not ready instead of a school picker', async () => {
  await show()
  expect(getPageText()).toContain('12 所学校还没准备好')
  expect(getPageText()).not.toContain('请先选择学校')
  expect(getPageText()).toContain('缺 4')
  expect(getPageText()).toContain('暂不设置')
  expect(served.callsTo(schoolingApi.setUp.path)).toEqual([])
})

it('a click opens the school at that step', async () => {
  await show()
  await click(pressed('文澜中学，班主任，teachers的情况'))
  await click(pressed('文澜中学，任课，6个班级没有安排任课'))
  expect(visited).toEqual([
    { orgId: ids.grade, orgName: '文澜中学', url: '/baseData/SetUp?step=teachers' },
    { orgId: ids.grade, orgName: '文澜中学', url: '/baseData/Teaching' },
  ])
})

it('marks missing steps in red, but not the skipped steps of a ready school', async () => {
  await show()
  const red = [...document.querySelectorAll('[class*=missing]')].map((cell) => spokenIn(cell))
  expect(red).toEqual([
    '文澜中学，教师，staff的情况',
    '文澜中学，班主任，teachers的情况',
    '文澜中学，学生，students的情况',
    '文澜中学，任课，6个班级没有安排任课',
    '文澜中学，设置进度，已完成4步，共8步',
  ])
})

it('sorts, searches and pages on the server', async () => {
  await show()
  await click(getButton('设置进度'))
  await until(() => listQueries().length === 2)
  expect(listQueries().at(-1)).toMatchObject({ sort: 'progress', desc: '0', pageNumber: '1' })
  await click(getButton('设置进度'))
  await until(() => listQueries().length === 3)
  expect(listQueries().at(-1)).toMatchObject({ sort: 'progress', desc: '1' })
  await click(pressed('第 3 页'))
  await until(() => listQueries().length === 4)
  expect(listQueries().at(-1)).toMatchObject({ pageNumber: '3' })
  await typeInto(pressed('搜索学校'), 'wl')
  await act(async () => document.querySelector('form')!.requestSubmit())
  await until(() => listQueries().length === 5)
  expect(listQueries().at(-1)).toMatchObject({ keyword: 'wl', pageNumber: '1' })
})

it('a reminder lists recipients and skipped schools, and is sent to the recipients only', async () => {
  await show()
  await click(getButton('一键催办'))
  await until(() => hasButton('催办 1 所学校'))
  expect(getPageText()).toContain('通知 王强、李敏')
  expect(getPageText()).toContain('未完成：教师、班主任、学生')
  expect(getPageText()).toContain('今天已催办')
  expect(getPageText()).toContain('没有管理员，请先邀请')
  await click(getButton('催办 1 所学校'))
  await until(() => getPageText().includes('已催办 1 所学校，通知 2 人'))
  expect(sent()).toEqual([{ orgIds: [ids.grade] }])
})

it('a reader without permission cannot send reminders or open schools', async () => {
  await show(['class.read'])
  expect(hasButton('一键催办')).toBe(false)
  expect(document.querySelector('tbody button')).toBeNull()
})

it('replaces the teaching table too, with the teaching column highlighted', async () => {
  await show(district, <TeachingPage />)
  expect(document.querySelector('th[data-marked]')?.textContent).toBe('任课')
})

it('is a list of missing steps on a phone', async () => {
  Object.assign(window, { innerWidth: 390 })
  await show()
  expect(getPageText()).toContain('缺：教师、班主任、学生')
  expect(document.querySelector('table')).toBeNull()
})

const board = async (permissions = district) => {
  await served.show(
    <Shell permissions={permissions}>
      <CurrentCardContext value={{ id: 'schools', title: '学校' }}>
        <SchoolsCard />
      </CurrentCardContext>
    </Shell>,
  )
}

it('the dashboard of a district lists its schools, and each number links to its list there', async () => {
  await board()
  await until(() => getPageText().includes('文澜中学'))
  expect(getPageText()).toContain('共45所学校，12所还没准备好')
  expect(getPageText()).toContain('2026-11-03')
  expect(getPageText()).toContain('25%')
  await click(pressed('实验学校，账号开通率，8人已开通，共32人'))
  await click(pressed('实验学校，学生，810'))
  await click(pressed('文澜中学，待处理，人员变动2条，绑定申请1条'))
  expect(visited.map(({ url }) => url)).toEqual([
    '/baseData/User?account=none',
    '/baseData/Student',
    '/baseData/ChangeLog',
  ])
})

it('the dashboard of a school has no such card', async () => {
  signInAt('school')
  await board()
  await settle()
  expect(listQueries()).toEqual([])
})

import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setWaitingCounts, useWaitingCounts } from '#packages/web/core/waiting-counts.ts'
import { setConfirmOrganisationSwitch, type OrganisationTarget } from '#packages/web/core/other-organisation.ts'
import { startSession } from '#packages/web/core/session.ts'
import { CurrentCardContext } from '#packages/web/desk/board/current-card.ts'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { getButton, click, hasButton, getPageText } from '#packages/web/desk/test-root.fixture.tsx'
import { messageApi, type Message } from '../../contract.ts'
import { messageKey } from '../queries.ts'
import MessagePanel from './message-panel.tsx'
import TodoCard from './todo-card.tsx'

const here = '00000000-0000-4000-8000-0000000000aa'
const there = '00000000-0000-4000-8000-0000000000bb'
const idOf = (at: number) => `00000000-0000-4000-8000-00000000000${at}`
const message = (at: number, change: Partial<Message> = {}): Message => ({
  id: idOf(at),
  kind: 'todo',
  title: `消息${at}`,
  body: '',
  url: '/baseData/Orgs',
  orgId: here,
  orgName: '实验学校',
  isUrgent: false,
  dueAt: null,
  at: '2026-11-13T01:00:00.000Z',
  readAt: null,
  doneAt: null,
  ...change,
})

let messages: Message[]
let served: ReturnType<typeof createTestPage>
let elsewhere: OrganisationTarget[]
let late: number

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-13T02:00:00Z') })
  const user = { token: '1.abc', userId: 'u', realName: '李敏', userType: 3, orgName: '实验学校', orgType: 1 }
  startSession({ ...user, orgId: here })
  setWaitingCounts({ unread: 3, todo: 3, tasks: 0 })
  elsewhere = []
  late = 0
  setConfirmOrganisationSwitch((target) => void elsewhere.push(target))
  served = createTestPage({
    [messageApi.list.path]: ({ query }) => {
      const items = messages.filter(({ kind }) => !query['kind'] || query['kind'] === kind)
      return { items, itemCount: items.length, pageCount: 1, ...(query['sort'] === 'due' && { late }) }
    },
    [messageApi.read.path]: () => ({ unread: 2, todo: 3, tasks: 0 }),
    [messageApi.readAll.path]: () => ({ unread: 0, todo: 3, tasks: 0 }),
  })
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

const links = () => [...document.querySelectorAll<HTMLAnchorElement>('li a')]
const titles = () => links().map((link) => link.querySelector('[class*=title]')!.textContent)
const readIds = () => served.callsTo(messageApi.read.path).map(({ body }) => (body as { ids: string[] }).ids)

it('marks a message as read by opening it and goes to its link', async () => {
  messages = [message(1), message(2, { readAt: '2026-11-13T01:30:00.000Z' })]
  let isDone = false
  await served.show(<MessagePanel onDone={() => (isDone = true)} />)
  expect(titles()).toEqual(['未读：消息1', '消息2'])
  await click(links()[0]!)
  await settle()
  expect([served.at(), isDone]).toEqual(['/baseData/Orgs', true])
  expect(readIds()).toEqual([[idOf(1)]])
  expect(useWaitingCounts.getState().unread).toBe(2)
  await click(links()[1]!)
  await settle()
  expect(readIds()).toHaveLength(1)
})

it('asks before switching to another organisation, and shows the text of a message without a link', async () => {
  messages = [message(1, { orgId: there, orgName: '文澜中学' }), message(2, { url: '' })]
  await served.show(<MessagePanel onDone={() => {}} />)
  await click(links()[0]!)
  await settle()
  expect(elsewhere).toMatchObject([{ orgId: there, orgName: '文澜中学', url: '/baseData/Orgs' }])
  expect(served.at()).toBe('/')
  await click(links()[1]!)
  expect(served.at()).toBe(`/message?open=${idOf(2)}`)
})

it('goes to the tasks in any organisation', async () => {
  messages = [message(1, { orgId: there, orgName: '文澜中学', url: '/task' })]
  await served.show(<MessagePanel onDone={() => {}} />)
  await click(links()[0]!)
  await settle()
  expect([served.at(), elsewhere]).toEqual(['/task', []])
})

it('never leaves the portal, whatever the address is', async () => {
  messages = [message(1, { url: '//evil.example/x' })]
  await served.show(<MessagePanel onDone={() => {}} />)
  expect(links()[0]!.getAttribute('href')).toBe('/')
})

it('filters by kind and marks all as read while any is unread', async () => {
  messages = [message(1), message(2, { kind: 'alert' })]
  await served.show(<MessagePanel onDone={() => {}} />)
  await click(getButton('预警'))
  await settle()
  expect(titles()).toEqual(['未读：消息2'])
  await click(getButton('通知'))
  await settle()
  expect(getPageText()).toContain('没有通知')
  await click(getButton('全部已读'))
  await settle()
  expect(useWaitingCounts.getState().unread).toBe(0)
  expect(hasButton('全部已读')).toBe(false)
})

const card = (
  <CurrentCardContext value={{ id: 'todos', title: '待办' }}>
    <TodoCard />
  </CurrentCardContext>
)

it('lists overdue to-dos first, then by due date, and filters the overdue ones', async () => {
  messages = [
    message(1),
    message(2, { dueAt: '2026-11-16T04:00:00.000Z' }),
    message(3, { dueAt: '2026-11-13T04:00:00.000Z' }),
    message(4, { dueAt: '2026-11-12T01:00:00.000Z' }),
  ]
  await served.show(card)
  expect(titles()).toEqual(['消息4', '消息3', '消息2', '消息1'])
  expect(links().map((link) => link.lastElementChild!.textContent)).toEqual([
    '逾期 1 天',
    '今天 12:00',
    '11-16 周一',
    '消息1实验学校1小时前',
  ])
  expect(document.querySelector('h2')!.textContent).toBe('待办4')
  await click(getButton('逾期 1'))
  expect(titles()).toEqual(['消息4'])
})

it('counts overdue to-dos that are not loaded too', async () => {
  messages = [message(1, { dueAt: '2026-11-12T01:00:00.000Z' })]
  late = 130
  await served.show(card)
  expect(hasButton('逾期 130')).toBe(true)
})

it('shows an empty state and follows changes made elsewhere', async () => {
  messages = [message(1), message(2)]
  await served.show(card)
  expect(titles()).toHaveLength(2)
  messages = []
  // As counts-watch does when a count changed.
  await act(async () => served.client.invalidateQueries({ queryKey: messageKey }))
  await settle()
  expect(getPageText()).toContain('没有待办')
})

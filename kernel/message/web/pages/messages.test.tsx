import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setWaitingCounts, useWaitingCounts } from '#packages/web/core/waiting-counts.ts'
import { PreferenceStoreContext } from '#packages/web/desk/preference-store.ts'
import {
  clickByName as clickOn,
  createPreferenceStore,
  listRowNames,
  getListText,
  waitUntil,
} from '#packages/web/desk/list/testing/open-list.tsx'
import { PageContext } from '#packages/web/desk/page-context.tsx'
import { PageSearchContext } from '#packages/web/desk/page-search.tsx'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { getButton, click } from '#packages/web/desk/test-root.fixture.tsx'
import { messageApi, type Message } from '../../contract.ts'
import MessagesPage from './messages.tsx'

const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`
const noticeOf = (at: number): Message => ({
  id: idOf(at),
  kind: 'notice',
  title: `通知${at}`,
  body: `第${at}条`,
  url: '',
  orgId: null,
  orgName: '',
  isUrgent: false,
  dueAt: null,
  at: '2026-11-13T01:00:00.000Z',
  readAt: null,
  doneAt: null,
})
const todoOf = (at: number): Message => ({ ...noticeOf(at), kind: 'todo', title: `待办${at}`, url: '/baseData/Orgs' })

let messages: Message[]
let served: ReturnType<typeof createTestPage>

const isFound = ({ kind, readAt, doneAt }: Message, query: Record<string, string>) =>
  (!query['kind'] || query['kind'] === kind) &&
  (query['state'] !== 'unread' || readAt === null) &&
  (query['state'] !== 'open' || (kind === 'todo' && doneAt === null))

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-13T02:00:00Z') })
  Object.assign(window, { innerWidth: 1366 })
  setWaitingCounts({ unread: 9, todo: 1, tasks: 0 })
  const change = (ids: readonly string[], facts: Partial<Message>) => {
    messages = messages.map((one) => (ids.includes(one.id) ? { ...one, ...facts } : one))
  }
  served = createTestPage({
    [messageApi.list.path]: ({ query }) => {
      const found = messages.filter((one) => isFound(one, query))
      const size = Number(query['pageSize'])
      const from = (Number(query['pageNumber']) - 1) * size
      return {
        items: found.slice(from, from + size),
        itemCount: found.length,
        pageCount: Math.ceil(found.length / size),
      }
    },
    [messageApi.detail.path]: ({ query }) => messages.find(({ id }) => id === query['id']),
    [messageApi.read.path]: ({ body }) => {
      change((body as { ids: string[] }).ids, { readAt: '2026-11-13T02:00:00.000Z' })
      return { unread: messages.filter(({ readAt }) => readAt === null).length, todo: 1, tasks: 0 }
    },
    [messageApi.remove.path]: ({ body }) => {
      const { ids } = body as { ids: string[] }
      const before = messages.length
      messages = messages.filter(({ id, kind, doneAt }) => !ids.includes(id) || (kind === 'todo' && doneAt === null))
      return { removed: before - messages.length }
    },
  })
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

const info = { title: '信息中心', group: '消息', permission: { code: 'staff', title: '' }, actions: [] }
function Shell() {
  const [search, setSearch] = useState(() => new URLSearchParams())
  return (
    <PreferenceStoreContext value={createPreferenceStore([])}>
      <PageContext value={info}>
        <PageSearchContext value={{ search, setSearch: (next) => setSearch(next), isFront: true }}>
          <MessagesPage />
        </PageSearchContext>
      </PageContext>
    </PreferenceStoreContext>
  )
}
const readIds = () => served.callsTo(messageApi.read.path).map(({ body }) => (body as { ids: string[] }).ids)

it('opens a message with its text and marks it as read', async () => {
  messages = [noticeOf(1), todoOf(2)]
  await served.show(<Shell />)
  expect(listRowNames()).toEqual(['通知1', '待办2'])
  await clickOn('通知1')
  await settle()
  expect(getListText()).toContain('第1条')
  expect(readIds()).toEqual([[idOf(1)]])
  expect(useWaitingCounts.getState().unread).toBe(1)
  await clickOn('下一个')
  await settle()
  expect(getListText()).toContain('去处理')
})

it('marks all results as read, shown or not, in pieces that the server accepts', async () => {
  messages = Array.from({ length: 250 }, (_, at) => noticeOf(at + 1))
  await served.show(<Shell />)
  await clickOn('选择本页')
  await clickOn('选择全部 250 个结果')
  await clickOn('选择 通知3')
  await clickOn('标为已读')
  await settle()
  expect(readIds().map(({ length }) => length)).toEqual([200, 49])
  expect(readIds().flat()).not.toContain(idOf(3))
  expect(useWaitingCounts.getState().unread).toBe(1)
})

it('deletes all but open to-dos and announces that before', async () => {
  messages = [noticeOf(1), todoOf(2), noticeOf(3)]
  await served.show(<Shell />)
  await clickOn('选择本页')
  await clickOn('删除')
  await waitUntil(() =>
    expect(document.querySelector('dialog')?.textContent).toContain('另有 1 条待办尚未处理，不会删除'),
  )
  await click(getButton('删除（2 条）'))
  await waitUntil(() => expect(getListText()).toContain('已删除 2 条消息'))
  await waitUntil(() => expect(listRowNames()).toEqual(['待办2']))
})

import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { messageApi, type Message } from '../../contract.ts'
import { MessageList } from './message-list.tsx'

const noticeOf = (at: number): Message => ({
  id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  kind: 'notice',
  title: `通知${at}`,
  body: `第${at}条`,
  url: '',
  orgId: null,
  orgName: '文澜小学',
  isUrgent: false,
  dueAt: null,
  at: '2026-11-13T01:00:00.000Z',
  readAt: null,
  doneAt: null,
})

let root: Root
let messages: Message[]
let read: string[][]
let isDown = false

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  read = []
  isDown = false
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    const answer = (ret: number, data: unknown) => Response.json({ ret, msg: '', data, executeTime: 1, success: true })
    if (isDown) return answer(-500, null)
    if (pathname === messageApi.read.path) {
      read.push((JSON.parse(init!.body as string) as { ids: string[] }).ids)
      return answer(1, { unread: 0, todo: 0, tasks: 0 })
    }
    const from = (Number(searchParams.get('pageNumber')) - 1) * 20
    const items = messages.slice(from, from + 20)
    return answer(1, { items, itemCount: messages.length, pageCount: Math.ceil(messages.length / 20) })
  })
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

const show = async () => {
  await act(async () => root.render(<MessageList />))
  await vi.waitFor(() => expect(document.querySelector('li, h2')).not.toBeNull())
}
const press = (label: string) =>
  act(async () =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent.includes(label))!.click(),
  )
const text = () => document.body.textContent

it('opens a message with its text and marks it as read once', async () => {
  messages = [noticeOf(1)]
  await show()
  expect(text()).toContain('未读通知1')
  await press('通知1')
  expect(document.querySelector('dialog')!.textContent).toContain('第1条')
  expect(text()).not.toContain('未读')
  await press('通知1')
  expect(read).toEqual([[noticeOf(1).id]])
})

it('loads older messages on request', async () => {
  messages = Array.from({ length: 25 }, (_, at) => noticeOf(at + 1))
  await show()
  expect(document.querySelectorAll('li')).toHaveLength(20)
  await press('更早的消息')
  await vi.waitFor(() => expect(document.querySelectorAll('li')).toHaveLength(25))
  expect(text()).not.toContain('更早的消息')
})

it('shows each message once although a new one arrived meanwhile', async () => {
  messages = Array.from({ length: 25 }, (_, at) => noticeOf(at + 1))
  await show()
  messages = [noticeOf(26), ...messages]
  await press('更早的消息')
  await vi.waitFor(() => expect(document.querySelectorAll('li')).toHaveLength(25))
  expect(text().match(/通知20/g)).toHaveLength(1)
})

it('keeps the loaded messages when older ones fail to load', async () => {
  messages = Array.from({ length: 25 }, (_, at) => noticeOf(at + 1))
  await show()
  isDown = true
  await press('更早的消息')
  await vi.waitFor(() => expect(text()).toContain('没有加载成功'))
  expect(document.querySelectorAll('li')).toHaveLength(20)
  isDown = false
  await press('更早的消息')
  await vi.waitFor(() => expect(document.querySelectorAll('li')).toHaveLength(25))
  expect(text()).not.toContain('没有加载成功')
})

it('shows an empty state or an error with a retry', async () => {
  messages = []
  isDown = true
  await show()
  expect(text()).toContain('没有加载成功')
  isDown = false
  await press('重试')
  await vi.waitFor(() => expect(text()).toContain('还没有消息'))
})

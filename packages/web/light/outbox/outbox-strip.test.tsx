import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { OutboxItem } from '#packages/web/core/outbox/outbox-entry.ts'
import { OutboxStrip } from './outbox-strip.tsx'

let root: Root
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => act(() => root.unmount()))

const item = (id: string, part: Partial<OutboxItem>): OutboxItem => ({
  id,
  owner: { userId: 'wang', orgId: 'school' },
  subject: 'roll:a',
  path: '/api/rollCall/save',
  body: {},
  createdAt: 0,
  heldUntil: 0,
  attempts: 0,
  state: 'waiting',
  message: '',
  conflictCount: 0,
  ...part,
})

const dismissed: string[] = []
const draw = (items: readonly OutboxItem[]) =>
  act(() =>
    root.render(
      <OutboxStrip items={items} describe={({ id }) => `第${id}节点名`} onDismiss={(id) => dismissed.push(id)} />,
    ),
  )
const text = () => document.querySelector('[aria-live=polite]')!.textContent

it('is empty without entries, and for one that is held for a moment', () => {
  draw([])
  expect(text()).toBe('')
  draw([item('1', { state: 'held' })])
  expect(text()).toBe('')
})

it('says how many wait, that it sends, and how much is in conflict', () => {
  draw([item('1', {}), item('2', {}), item('3', {})])
  expect(text()).toBe('已存在本机，联网后自动上传（3）')
  draw([item('1', { state: 'sending' }), item('2', {})])
  expect(text()).toBe('正在上传')
  draw([item('1', { state: 'conflict', conflictCount: 2 })])
  expect(text()).toBe('2条有冲突查看')
})

it('lists what was refused with the words of the server, until it is dismissed', () => {
  draw([item('3', { state: 'refused', message: '已超过补点时间' })])
  act(() => document.querySelector('button')!.click())
  expect(document.querySelector('li')!.textContent).toContain('第3节点名已超过补点时间')
  act(() => document.querySelector<HTMLElement>('li button')!.click())
  expect(dismissed).toEqual(['3'])
})

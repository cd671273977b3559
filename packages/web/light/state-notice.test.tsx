import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DataAge, OfflineNote, PageLoadError, InlineLoadError, Skeleton } from './state-notice.tsx'

let root: Root
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers()
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => {
  act(() => root.unmount())
  vi.useRealTimers()
})
const text = () => document.body.textContent

it('shows the shape of what is coming only when that takes longer than 200 ms', async () => {
  act(() => root.render(<Skeleton />))
  await act(() => vi.advanceTimersByTimeAsync(199))
  expect(document.querySelector('[role=status]')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(document.querySelector('[role=status]')!.getAttribute('aria-label')).toBe('正在加载')
})

it('says of a whole page what happened, that the words are still there, and its number', () => {
  const retry = vi.fn()
  act(() => root.render(<PageLoadError onRetry={retry} requestId="8F3A" hasDraft />))
  expect(text()).toContain('您填的内容都在。请检查网络后重试。')
  expect(text()).toContain('编号 8F3A')
  act(() => document.querySelector('button')!.click())
  expect(retry).toHaveBeenCalledOnce()
})

it('says of one part only that this part is missing', () => {
  act(() => root.render(<InlineLoadError onRetry={() => {}} />))
  expect(text()).toBe('暂时无法获取重试')
})

it('says from when something is that is shown without a network', () => {
  act(() => root.render(<OfflineNote at="10:20" />))
  expect(text()).toBe('没有网络，以下是 10:20 的内容')
})

it('marks what is too old with a clock, not by colour alone', () => {
  act(() => root.render(<DataAge isStale={false}>数据截至 10:20</DataAge>))
  expect(document.querySelector('svg')).toBeNull()
  act(() => root.render(<DataAge isStale>数据截至 08:40</DataAge>))
  expect(document.querySelector('svg')).not.toBeNull()
})

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

it('shows the skeleton only after 200 ms', async () => {
  act(() => root.render(<Skeleton />))
  await act(() => vi.advanceTimersByTimeAsync(199))
  expect(document.querySelector('[role=status]')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(document.querySelector('[role=status]')!.getAttribute('aria-label')).toBe('正在加载')
})

it('shows for a whole page what happened, that the typed values are kept, and the request id', () => {
  const retry = vi.fn()
  act(() => root.render(<PageLoadError onRetry={retry} requestId="8F3A" hasDraft />))
  expect(text()).toContain('您填的内容都在。请检查网络后重试。')
  expect(text()).toContain('编号 8F3A')
  act(() => document.querySelector('button')!.click())
  expect(retry).toHaveBeenCalledOnce()
})

it('shows for one part that only this part is missing', () => {
  act(() => root.render(<InlineLoadError onRetry={() => {}} />))
  expect(text()).toBe('暂时无法获取重试')
})

it('shows the time of content without a network', () => {
  act(() => root.render(<OfflineNote at="10:20" />))
  expect(text()).toBe('没有网络，以下是 10:20 的内容')
})

it('marks old content with a clock, not by colour alone', () => {
  act(() => root.render(<DataAge isStale={false}>数据截至 10:20</DataAge>))
  expect(document.querySelector('svg')).toBeNull()
  act(() => root.render(<DataAge isStale>数据截至 08:40</DataAge>))
  expect(document.querySelector('svg')).not.toBeNull()
})

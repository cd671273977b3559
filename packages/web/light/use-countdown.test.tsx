import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { formatSeconds, countSecondsUntil, useCountdown } from './use-countdown.ts'

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

it('rounds up, and never goes below zero', () => {
  expect(countSecondsUntil(2_000, 1)).toBe(2)
  expect(countSecondsUntil(2_000, 1_999)).toBe(1)
  expect(countSecondsUntil(2_000, 2_000)).toBe(0)
  expect(countSecondsUntil(2_000, 9_000)).toBe(0)
})

it('shows minutes only when there are any', () => {
  expect(formatSeconds(106)).toBe('1 分 46 秒')
  expect(formatSeconds(59)).toBe('59 秒')
})

it('counts down by the clock, also over a pause, and can be set again', async () => {
  let start = (_: number) => {}
  function Page() {
    const [left, set] = useCountdown(60)
    start = set
    return <>{left}</>
  }
  const root = createRoot(document.body)
  act(() => root.render(<Page />))
  expect(document.body.textContent).toBe('60')
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(document.body.textContent).toBe('59')
  // The computer slept: no timer ran, but the clock did.
  vi.setSystemTime(Date.now() + 50_000)
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(Number(document.body.textContent)).toBeLessThanOrEqual(9)
  for (let second = 0; second < 10; second++) await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(document.body.textContent).toBe('0')
  act(() => start(30))
  expect(document.body.textContent).toBe('30')
  act(() => root.unmount())
})

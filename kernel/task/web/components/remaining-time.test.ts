import { expect, it } from 'vitest'
import { getRemainingTimeText } from './remaining-time.ts'

const first = { done: 10, at: 1_000 }

it('shows nothing before two seconds, without progress, and for an unknown total', () => {
  expect(getRemainingTimeText(first, { done: 20, at: 2_900 }, 100)).toBe('')
  expect(getRemainingTimeText(first, { done: 10, at: 60_000 }, 100)).toBe('')
  expect(getRemainingTimeText(first, { done: 20, at: 60_000 }, null)).toBe('')
})

it('shows a rough remaining time', () => {
  // 10 in 2 seconds, 80 left: 16 seconds.
  expect(getRemainingTimeText(first, { done: 20, at: 3_000 }, 100)).toBe('剩余约 20 秒')
  expect(getRemainingTimeText(first, { done: 98, at: 20_000 }, 100)).toBe('即将完成')
  expect(getRemainingTimeText(first, { done: 11, at: 3_000 }, 100)).toBe('剩余约 3 分钟')
  expect(getRemainingTimeText(first, { done: 11, at: 3_000 }, 10_000)).toBe('剩余 1 小时以上')
})

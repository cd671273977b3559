import { expect, it } from 'vitest'
import { formatSecondsAgo, formatSignInTime } from './format-sign-in-time.ts'

const at = new Date(2026, 10, 12, 10, 24, 36)
const after = (seconds: number) => new Date(at.getTime() + seconds * 1000)

it('formats the time of a sign-in', () => {
  expect(formatSignInTime(at, after(12))).toBe('今天 10:24:36')
  expect(formatSignInTime(at, after(86_400))).toBe('11-12 10:24:36')
})

it('shows how long ago it was, unless the clocks disagree', () => {
  expect(formatSecondsAgo(at, after(12), 0)).toBe('（12 秒前）')
  expect(formatSecondsAgo(at, after(12), 60)).toBe('（1 分钟前）')
  expect(formatSecondsAgo(at, after(-30), 0)).toBe('')
  expect(formatSecondsAgo(at, after(7_200), 0)).toBe('')
})

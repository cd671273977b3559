import { expect, test } from 'vitest'
import { findLimitHit } from './sms-limits.ts'

const minute = 60_000

test('one code a minute, five an hour and ten a day go to one number', () => {
  const now = 1_000 * minute
  const agoMinutes = (...times: number[]) => times.map((ago) => now - ago * minute)
  expect(findLimitHit([], now)).toBeUndefined()
  expect(findLimitHit(agoMinutes(1), now)).toBeUndefined()
  expect(findLimitHit(agoMinutes(0.9), now)).toContain('分钟级')
  expect(findLimitHit(agoMinutes(50, 40, 30, 20), now)).toBeUndefined()
  expect(findLimitHit(agoMinutes(50, 40, 30, 20, 10), now)).toContain('小时级')
  expect(findLimitHit(agoMinutes(900, 800, 700, 600, 500, 400, 300, 200, 100), now)).toBeUndefined()
  expect(findLimitHit(agoMinutes(900, 800, 700, 600, 500, 400, 300, 200, 100, 61), now)).toContain('天级')
})

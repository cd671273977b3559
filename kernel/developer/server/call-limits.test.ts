import { expect, it } from 'vitest'
import { startOfDay, type DistrictId } from '#packages/core'
import { useDatabase } from '#packages/testing'
import { countCall } from './call-limits.ts'

const database = useDatabase()

it('counts a day of China, and begins again at midnight without anybody’s act', async () => {
  const { ephemeralStore } = database.requestCtx(undefined)
  const caller = {
    districtId: 1 as DistrictId,
    key: 'midnight',
    name: '云阅读',
    isServing: true,
    isAllowedFrom: () => true,
    limits: { dayCalls: 2, perSecond: 100 },
  }
  const midnight = startOfDay('2026-11-19').getTime()
  const headers = new Map<string, string>()
  const call = (msFromMidnight: number) =>
    countCall(
      {
        ephemeralStore,
        now: new Date(midnight + msFromMidnight),
        client: { setHeader: (name: string, value: string) => void headers.set(name, value) } as never,
      },
      caller,
    )
  expect((await call(-90_000)).left).toBe(1)
  const last = await call(-1)
  expect(last.left).toBe(0)
  await expect(call(-1)).rejects.toMatchObject({
    message: '今日调用次数已达上限（2次）',
    data: { retryAfter: 1, resetTime: '2026-11-19 00:00:00' },
  })
  expect(headers.get('x-quota-remaining')).toBe('0')
  expect((await call(0)).left).toBe(1)
  // A call that failed through our fault is given back to the day on which it was counted.
  await last.uncount()
  expect((await call(-1)).left).toBe(0)
})

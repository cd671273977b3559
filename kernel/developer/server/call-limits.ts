import { dayOf, addDays, startOfDay, Refusal, Ret } from '#packages/core'
import type { RequestCtx } from '#packages/http'
import type { OpenCaller } from './open-callers.ts'

type LimitCtx = Pick<RequestCtx, 'ephemeralStore' | 'client' | 'now'>

const getSecondsOfDay = (now: Date) => Math.ceil((startOfDay(addDays(dayOf(now), 1)).getTime() - now.getTime()) / 1000)
const getDayKey = ({ districtId, key }: OpenCaller, now: Date) => `open-day:${districtId}:${key}:${dayOf(now)}`

const tooManyCalls = (message: string, retryAfter: number, more: object = {}) =>
  new Refusal(message, Ret.tooMany, { retryAfter, ...more })

/** Refuses whoever does something too often. */
export async function limitRate(
  { ephemeralStore }: Pick<RequestCtx, 'ephemeralStore'>,
  bucket: string,
  perSecond: number,
) {
  const { isTaken, waitMs } = await ephemeralStore.takeFromBucket(bucket, perSecond)
  if (!isTaken) throw tooManyCalls(`请求过于频繁，每秒最多${perSecond}次`, Math.ceil(waitMs / 1000))
}

export interface CountedCall {
  /** Of today's quota; null if the call was not counted. */
  left: number | null
  /** Takes the count back, for calls that fail through our fault. */
  uncount: () => Promise<void>
}

/** Counts a call before it is answered. Without Redis calls are answered uncounted: a limit must not stop schools. */
export async function countCall(ctx: LimitCtx, caller: OpenCaller): Promise<CountedCall> {
  const { ephemeralStore, client, now } = ctx
  const { dayCalls, perSecond } = caller.limits
  try {
    await limitRate(ctx, `open-rate:${caller.districtId}:${caller.key}`, perSecond)
    const key = getDayKey(caller, now)
    const seconds = getSecondsOfDay(now)
    // Longer than the day, so that a clock that is slow by a minute still finds the counter.
    const { isCounted, count } = await ephemeralStore.countUpTo(key, dayCalls, seconds + 120)
    client.setHeader('x-quota-limit', String(dayCalls))
    const left = Math.max(0, dayCalls - count)
    client.setHeader('x-quota-remaining', String(left))
    if (!isCounted)
      throw tooManyCalls(`今日调用次数已达上限（${dayCalls}次）`, seconds, {
        resetTime: `${addDays(dayOf(now), 1)} 00:00:00`,
      })
    return { left, uncount: () => ephemeralStore.uncount(key) }
  } catch (error) {
    if (error instanceof Refusal && error.ret === Ret.unavailable) return { left: null, uncount: async () => {} }
    throw error
  }
}

import { tooMany } from '#packages/core'
import type { EphemeralStore } from '#packages/cache'
import { globalIndex } from '#packages/crypto'
import type { Cells } from '#packages/db'
import { inDirectory } from '#packages/db/directory.ts'
import { deleteCounter, decrementCounter, incrementCounter, readCounter } from '../account-queries.ts'

interface RateLimitContext {
  cells: Cells
  ephemeralStore: EphemeralStore
  now: Date
}

export const getCounterKey = (name: string, key: string) => globalIndex('limit', `${name}\0${key}`)

/**
 * Counts an attempt before it is made, so that concurrent attempts cannot pass the limit. Redis counts; while it is
 * down the directory does, so that a failure does not lift the limit.
 */
export async function countAttempt(
  { cells, ephemeralStore, now }: RateLimitContext,
  name: string,
  key: string,
  seconds: number,
) {
  const hash = getCounterKey(name, key)
  try {
    return { ...(await ephemeralStore.count(hash.toString('base64url'), seconds)), isFallback: false }
  } catch {
    const { count, endsAt } = await inDirectory(cells, (db) => incrementCounter(db, hash, seconds, now))
    return { count, secondsLeft: getSecondsUntil(endsAt, now), isFallback: true }
  }
}

/** Refuses more than `most` attempts in the time window. */
export async function limitAttempts(
  context: RateLimitContext,
  name: string,
  key: string,
  most: number,
  seconds: number,
) {
  const { count, secondsLeft } = await countAttempt(context, name, key, seconds)
  if (count > most) throw tooMany('操作过于频繁，请稍后再试', secondsLeft)
}

/** Takes back an attempt that was no failure. */
export async function uncountAttempt({ cells, ephemeralStore }: RateLimitContext, name: string, key: string) {
  const hash = getCounterKey(name, key)
  await ephemeralStore
    .uncount(hash.toString('base64url'))
    .catch(() => inDirectory(cells, (db) => decrementCounter(db, hash)))
}

/** Resets the counter after a success. */
export async function resetAttempts({ cells, ephemeralStore }: RateLimitContext, name: string, key: string) {
  const hash = getCounterKey(name, key)
  await ephemeralStore.forget(hash.toString('base64url')).catch(() => {})
  await inDirectory(cells, (db) => deleteCounter(db, hash))
}

export const getSecondsUntil = (end: Date, now: Date) => Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000))

interface MessageRecipient {
  phone: string
  network: string
  /** The district that pays; `nobody` for an unknown number. */
  district: string
  /** The password was right before: then a higher limit per network applies, because a school shares one address. */
  isKnown: boolean
  /** A notice instead of a code: it must not use up the budget of codes. */
  isNotice?: boolean
}

const minute = 60
const hour = 3600
const day = 24 * hour
export const districtMessagesPerDay = 20_000

/**
 * Reserves one message in all budgets or in none. Messages cost money and annoy people, so the directory counts
 * exactly. Strangers who request codes for a number cannot use up the owner's budget. Returns the number that the
 * district has used today.
 */
export async function reserveMessageQuota(cells: Cells, recipient: MessageRecipient, now: Date) {
  const budgets = recipient.isNotice ? listNoticeBudgets(recipient) : listCodeBudgets(recipient)
  const refuse = (endsAt: Date): never => {
    throw tooMany('短信发送过于频繁，请稍后再试', getSecondsUntil(endsAt, now))
  }
  return inDirectory(cells, async (db) => {
    // Read before counting: in a flood to one number most requests are refused without waiting for each other.
    const { name: first, key: to, most: limit } = budgets[0]!
    const known = await readCounter(db, getCounterKey(first, to), now)
    if (known && known.count >= limit) refuse(known.endsAt)
    let used = 0
    for (const { name, key, most, seconds } of budgets) {
      const { count, endsAt } = await incrementCounter(db, getCounterKey(name, key), seconds, now)
      if (count > most) refuse(endsAt)
      if (name === 'sms-district') used = count
    }
    return used
  })
}

const getDistrictBudget = (district: string) => ({
  name: 'sms-district',
  key: district,
  most: districtMessagesPerDay,
  seconds: day,
})
const listNoticeBudgets = ({ phone, district }: MessageRecipient) => [
  { name: 'sms-notice', key: phone, most: 3, seconds: hour },
  getDistrictBudget(district),
]
const listCodeBudgets = ({ phone, network, district, isKnown }: MessageRecipient) => [
  { name: 'sms-minute', key: phone, most: 1, seconds: minute },
  { name: 'sms-hour', key: phone, most: 5, seconds: hour },
  { name: 'sms-day', key: phone, most: 10, seconds: day },
  ...(isKnown
    ? [{ name: 'sms-network-known', key: network, most: 300, seconds: hour }]
    : [
        { name: 'sms-stranger-hour', key: phone, most: 3, seconds: hour },
        { name: 'sms-stranger-day', key: phone, most: 5, seconds: day },
        { name: 'sms-network', key: network, most: 20, seconds: hour },
      ]),
  getDistrictBudget(district),
]

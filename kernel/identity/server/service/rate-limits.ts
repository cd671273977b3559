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
 * Counts a try, before it is made: of many at once none gets past the limit. Redis counts; while it is away the
 * directory does, so that its loss opens no door.
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

/** Refuses who tries more often than that within the time. */
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

/** It was no failure after all. */
export async function uncountAttempt({ cells, ephemeralStore }: RateLimitContext, name: string, key: string) {
  const hash = getCounterKey(name, key)
  await ephemeralStore
    .uncount(hash.toString('base64url'))
    .catch(() => inDirectory(cells, (db) => decrementCounter(db, hash)))
}

/** Begins anew: the right word was said. */
export async function resetAttempts({ cells, ephemeralStore }: RateLimitContext, name: string, key: string) {
  const hash = getCounterKey(name, key)
  await ephemeralStore.forget(hash.toString('base64url')).catch(() => {})
  await inDirectory(cells, (db) => deleteCounter(db, hash))
}

export const getSecondsUntil = (end: Date, now: Date) => Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000))

interface MessageRecipient {
  phone: string
  place: string
  /** The one that pays; nobody for a number that nobody has. */
  district: string
  /** The password was right before: then a whole school behind one address may ask. */
  isKnown: boolean
  /** Not a code that somebody waits for: it must not use up what codes may. */
  isNotice?: boolean
}

const minute = 60
const hour = 3600
const day = 24 * hour
export const districtMessagesPerDay = 20_000

/**
 * Takes one message out of all budgets at once, or none: a message costs money and annoys, so this is always counted in
 * the directory, exactly. Strangers who ask for somebody's number cannot use up what its owner needs. Answers how many
 * the district has used today.
 */
export async function reserveMessageQuota(cells: Cells, recipient: MessageRecipient, now: Date) {
  const budgets = recipient.isNotice ? listNoticeBudgets(recipient) : listCodeBudgets(recipient)
  const refuse = (endsAt: Date): never => {
    throw tooMany('短信发送过于频繁，请稍后再试', getSecondsUntil(endsAt, now))
  }
  return inDirectory(cells, async (db) => {
    // Looked at before it is counted: of a flood to one number all but the first go without waiting for each other.
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
const listCodeBudgets = ({ phone, place, district, isKnown }: MessageRecipient) => [
  { name: 'sms-minute', key: phone, most: 1, seconds: minute },
  { name: 'sms-hour', key: phone, most: 5, seconds: hour },
  { name: 'sms-day', key: phone, most: 10, seconds: day },
  ...(isKnown
    ? [{ name: 'sms-place-known', key: place, most: 300, seconds: hour }]
    : [
        { name: 'sms-stranger-hour', key: phone, most: 3, seconds: hour },
        { name: 'sms-stranger-day', key: phone, most: 5, seconds: day },
        { name: 'sms-place', key: place, most: 20, seconds: hour },
      ]),
  getDistrictBudget(district),
]

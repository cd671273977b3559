import { Refusal, Ret, tooMany, type Actor, type Ctx, type LookupRows, type NumberLookups } from '#packages/core'
import { inDistrict, type Cells } from '#packages/db'
import { inDirectory } from '#packages/db/directory.ts'
import { defineCounter } from '#packages/http'
import { recordOperation } from '#kernel/audit/server/api.ts'
import { decrementCounter, incrementCounter } from '../account-queries.ts'
import { getCounterKey, getSecondsUntil } from './rate-limits.ts'

/** The only message about a number of a person outside the caller's scope: the same for pupils, staff and guardians. */
export const numberRegisteredMessage = '该号码已登记，请走转学流程或联系区管理员'
export const phoneRegisteredMessage = '该手机号已登记，请核对或联系区管理员'

/** Names no field: a form with two numbers must not reveal which of them is registered. */
export const numberRegisteredRefusal = () => new Refusal(numberRegisteredMessage, Ret.refused, null, 'number-probe')
export const phoneRegisteredRefusal = () => new Refusal(phoneRegisteredMessage, Ret.refused, null, 'number-probe')

const minute = 60
const day = 24 * 3600
const lookupsAMinute = 30
const lookupsADay = 200
/** Rows of files that report nothing and have not been imported. */
const rowsADay = 10_000

const limitsReached = defineCounter(
  'qiming_number_limits_reached_total',
  'People who reached the daily limit of lookups by number',
  [],
)

interface NumberLookupRequest {
  cells: Cells
  now: Date
  requestId: string
  /** The route or the kind of task, for the logs. */
  route: string
  /** Tasks have no log of their own; for them there is the metric. */
  logError?(facts: { requestId: string; district: number; route: string }, message: string): void
}

interface LookupBudget {
  name: string
  times: number
  most: number
  seconds: number
}

/**
 * The lookups of one request. A lookup is counted before it is made, so that parallel requests cannot pass the limit, and
 * given back at the end if the number belongs to somebody in the caller's scope or if the request was carried out. So
 * entering new people is not limited, while refused forms and files that are only checked are. Counted in the directory
 * database, because the tasks that check files have no Redis.
 */
export class NumberLookupLimiter implements NumberLookups {
  readonly #request: NumberLookupRequest
  readonly #counted = new Map<string, 'open' | 'in-scope' | 'replacement'>()
  #actor: Actor | undefined
  #hasReachedDailyLimit = false

  constructor(request: NumberLookupRequest) {
    this.#request = request
  }

  async count(actor: Actor, number: string, isReplacement = false) {
    if (this.#counted.has(number)) return
    this.#counted.set(number, isReplacement ? 'replacement' : 'open')
    await this.#spend(actor, [
      { name: 'number-minute', times: 1, most: lookupsAMinute, seconds: minute },
      { name: 'number-day', times: 1, most: lookupsADay, seconds: day },
    ])
  }

  release(number: string) {
    if (this.#counted.has(number)) this.#counted.set(number, 'in-scope')
  }

  async countRows(actor: Actor, { reported, unreported }: LookupRows) {
    await this.#spend(actor, [
      { name: 'number-day', times: reported, most: lookupsADay, seconds: day },
      { name: 'number-rows', times: unreported, most: rowsADay, seconds: day },
    ])
  }

  async releaseRows(actor: Actor, rows: number) {
    if (rows > 0)
      await inDirectory(this.#request.cells, (db) => decrementCounter(db, getLookupKey('number-rows', actor), rows))
  }

  async #spend(actor: Actor, budgets: readonly LookupBudget[]) {
    this.#actor = actor
    const { cells, now } = this.#request
    for (const { name, times, most, seconds } of budgets) {
      if (times === 0) continue
      const key = getLookupKey(name, actor)
      const { count, endsAt } = await inDirectory(cells, (db) => incrementCounter(db, key, seconds, now, times))
      if (count <= most) continue
      this.#hasReachedDailyLimit = seconds === day
      throw tooMany('查询过于频繁，请稍后再试', getSecondsUntil(endsAt, now))
    }
  }

  async settle(isDone: boolean) {
    const actor = this.#actor
    if (!actor) return
    if (this.#hasReachedDailyLimit) await this.#raiseAlarm(actor)
    const isFree = (state: string) => state === 'in-scope' || (isDone && state === 'open')
    const released = [...this.#counted.values()].filter(isFree).length
    this.#counted.clear()
    if (released === 0) return
    await inDirectory(this.#request.cells, async (db) => {
      await decrementCounter(db, getLookupKey('number-minute', actor), released)
      await decrementCounter(db, getLookupKey('number-day', actor), released)
    })
  }

  /** Once a day and person. The log line names nobody; the row of the operation log with the same request id does. */
  async #raiseAlarm(actor: Actor) {
    const { cells, now, requestId, route, logError } = this.#request
    this.#hasReachedDailyLimit = false
    const key = getLookupKey('number-alarm', actor)
    const { count } = await inDirectory(cells, (db) => incrementCounter(db, key, day, now))
    if (count > 1) return
    limitsReached.inc()
    const facts = { requestId, district: actor.districtId, route }
    logError?.(facts, 'alarm: a person reached the daily limit of lookups by number')
    await inDistrict(cells, actor.districtId, (db) => {
      return recordOperation({ actor, db, now, requestId }, { route, title: '按号码查询达到每日上限' })
    })
  }
}

/** By person: several memberships do not raise the limit. */
const getLookupKey = (name: string, { districtId, personId }: Actor) => getCounterKey(name, `${districtId}:${personId}`)

interface NumberLookup<Owner> {
  number: string
  /** Another number is replaced by this one. */
  isReplacement?: boolean
  find(): Promise<Owner | undefined>
  /** Whether the caller may read about this person anyway. */
  isInScope(owner: Owner): Promise<boolean>
}

/**
 * Finds the owner of a number anywhere in the district, within the rate limit, and whether the owner is in the caller's
 * scope.
 */
export async function findNumberOwner<Owner extends object>(
  ctx: Ctx,
  { number, isReplacement = false, find, isInScope }: NumberLookup<Owner>,
): Promise<(Owner & { isInScope: boolean }) | undefined> {
  await ctx.lookups?.count(ctx.actor, number, isReplacement)
  const owner = await find()
  if (!owner) return undefined
  const inScope = await isInScope(owner)
  if (inScope) ctx.lookups?.release(number)
  return { ...owner, isInScope: inScope }
}

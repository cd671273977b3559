import { addDays, dayOf, Refusal, Ret, startOfDay, type DistrictId } from '#packages/core'
import { inDistrict } from '#packages/db'
import type { Credential, RequestCtx } from '#packages/http'
import { findDistrictOfApplication, isServing } from '#kernel/catalogue/server/api.ts'
import { compileAddressList } from './address-list.ts'
import { readLimits } from './day-quota.ts'
import { notifyRefusedAddress, type RefusingCtx } from './refused-address.ts'
import { findTokenOwner } from './token-queries.ts'

/** An application with a valid token. */
export interface OpenCaller {
  districtId: DistrictId
  key: string
  name: string
  isServing: boolean
  isAllowedFrom: (address: string) => boolean
  limits: { dayCalls: number; perSecond: number }
}

type CallerCtx = Pick<RequestCtx, 'app' | 'cells' | 'now'>

/** Longest use of cached data when a process misses the signal that a secret or an application ended. */
const rememberMs = 5_000
const rememberAtMost = 20_000

const invalidToken = () => new Refusal('访问令牌无效或已过期', Ret.notSignedIn)

/** Finds the applications of tokens. One instance per process. */
export class OpenCallers {
  readonly #known = new Map<string, { caller: OpenCaller; until: number }>()
  /** The district of an application never changes. */
  readonly #districts = new Map<string, DistrictId>()

  async identify(ctx: CallerCtx, { districtId, hash }: Credential): Promise<OpenCaller> {
    const name = `${districtId}:${hash.toString('latin1')}`
    const known = this.#known.get(name)
    if (known && known.until > ctx.now.getTime()) return known.caller
    const { caller, until } = await readCaller(ctx, districtId, hash)
    if (this.#known.size >= rememberAtMost) this.#known.clear()
    this.#known.set(name, { caller, until: Math.min(until.getTime(), ctx.now.getTime() + rememberMs) })
    return caller
  }

  /** Drops what is known about these applications; ids of people are none. */
  forget(ids: readonly string[]) {
    const concerned = new Set(ids)
    for (const [name, { caller }] of this.#known) if (concerned.has(caller.key)) this.#known.delete(name)
  }

  async findDistrict({ cells }: Pick<CallerCtx, 'cells'>, key: string): Promise<DistrictId | undefined> {
    const known = this.#districts.get(key)
    if (known !== undefined) return known
    const found = await findDistrictOfApplication(cells, key)
    if (this.#districts.size >= rememberAtMost) this.#districts.clear()
    if (found !== undefined) this.#districts.set(key, found)
    return found
  }
}

async function readCaller({ app, cells, now }: CallerCtx, districtId: DistrictId, hash: Buffer) {
  if ((await cells.cellOf(districtId)) === undefined) throw invalidToken()
  return inDistrict(
    cells,
    districtId,
    async (db) => {
      const owner = await findTokenOwner(db, hash, now)
      if (!owner) throw invalidToken()
      const { key, name, ips, orgPath, until } = owner
      const { dayCalls, perSecond } = await readLimits({ app, db }, { key, orgPath }, dayOf(now))
      const caller: OpenCaller = {
        districtId,
        key,
        name,
        isServing: isServing(owner),
        isAllowedFrom: compileAddressList(ips),
        limits: { dayCalls, perSecond },
      }
      // A limit that was raised ends with the day.
      const midnight = startOfDay(addDays(dayOf(now), 1))
      return { caller, until: until < midnight ? until : midnight }
    },
    { readOnly: true },
  )
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** The applications that this process knows. */
    openCallers: OpenCallers
  }
}

/** Refuses an application that is stopped, or calls from elsewhere; of the latter its owners learn. */
export async function requireServing(
  ctx: RefusingCtx,
  { isServing: isInUse, isAllowedFrom, ...application }: Omit<OpenCaller, 'limits' | 'name'>,
) {
  if (!isInUse) throw new Refusal('应用已停用', Ret.forbidden)
  if (isAllowedFrom(ctx.client.address)) return
  await notifyRefusedAddress(ctx, application)
  throw new Refusal('IP不在白名单', Ret.forbidden)
}

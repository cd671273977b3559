import { emptyId, type Actor, type Ctx, type DistrictId, type FirstStep } from '#packages/core'
import { inDistrict, type Db } from '#packages/db'
import type { OwnCtx } from '#packages/http'
import { enqueue } from '#packages/jobs'
import { recordIdentityChange, type IdentityChange } from '#kernel/audit/server'
import { districtsOf, dropBindingOfAccount, findPersonOfAccount } from '#kernel/identity/server'
import { endEverySession } from '../jobs.ts'
import { distrustDevices, endSessionsOf, setPending, type EndedBy } from '../queries.ts'

interface Ending {
  accountId: string
  by: EndedBy
  change: IdentityChange
  /** The session that goes on. */
  but?: { sessionId: string; districtId: DistrictId }
}

const afterwardsSeconds = 15

/** Leaves a job behind that ends what has to end, before anything is changed: whatever happens to us then. */
export const prepareEnding = (ctx: OwnCtx, district: DistrictId, { accountId, by, but }: Omit<Ending, 'change'>) =>
  inDistrict(ctx.cells, district, (db) => {
    const inside = actingFor(ctx, db, district, accountId, emptyId)
    const startAfter = new Date(ctx.now.getTime() + afterwardsSeconds * 1000)
    const before = by === 'password' ? '' : ctx.now.toISOString()
    return enqueue(inside, endEverySession, { accountId, by, before, but: but?.sessionId ?? '' }, { startAfter })
  })

/** Ends what an account has open, in every district: a word that was stolen is worth nothing after this. */
export async function endEverywhere(ctx: OwnCtx, { accountId, by, change, but }: Ending) {
  for (const district of await districtsOf(ctx.cells, accountId)) {
    await inDistrict(ctx.cells, district, async (db) => {
      const person = await findPersonOfAccount({ db, districtId: district }, accountId)
      const inside = actingFor(ctx, db, district, accountId, person?.id ?? emptyId)
      await endSessionsOf(db, accountId, by, ctx.now, { but: but?.districtId === district ? but.sessionId : undefined })
      await distrustDevices(db, accountId)
      if (by === 'password') await dropBindingOfAccount({ db, now: ctx.now }, accountId)
      await recordIdentityChange(inside, change, ctx.client.address)
    })
  }
}

const later = (ctx: Ctx) => ({ startAfter: new Date(ctx.now.getTime() + afterwardsSeconds * 1000) })
const allOf = (ctx: Ctx, accountId: string, by: EndedBy) => ({
  accountId,
  by,
  before: by === 'password' ? '' : ctx.now.toISOString(),
  but: '',
})

/** The same when an administrator does it to somebody else. */
export const sessionEnding = {
  prepare: (ctx: Ctx, accountId: string, by: 'password' | 'disabled') =>
    enqueue(ctx, endEverySession, allOf(ctx, accountId, by), later(ctx)),
  end: async (ctx: Ctx, accountId: string, by: 'password' | 'disabled') => {
    await endSessionsOf(ctx.db, accountId, by, ctx.now)
    await distrustDevices(ctx.db, accountId)
    if (by === 'password') await dropBindingOfAccount(ctx, accountId)
    await enqueue(ctx, endEverySession, allOf(ctx, accountId, by))
  },
  finishStep: (ctx: Ctx, step: FirstStep) =>
    setPending(
      ctx.db,
      ctx.actor.sessionId,
      (ctx.actor.pending ?? []).filter((one) => one !== step),
    ),
}

/** As the person themselves, who may not be signed in. */
export function actingFor(ctx: OwnCtx, db: Db, districtId: DistrictId, accountId: string, personId: string): Ctx {
  const nowhere = { userId: emptyId, orgId: emptyId, sessionId: emptyId, permissions: new Map() }
  const actor: Actor = { kind: 'staff', districtId, accountId, personId, ...nowhere }
  return { actor, db, now: ctx.now, requestId: ctx.requestId, address: ctx.address }
}

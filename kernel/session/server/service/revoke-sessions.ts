import { emptyId, type Actor, type Ctx, type DistrictId, type FirstStep } from '#packages/core'
import { inDistrict, type Db } from '#packages/db'
import type { RequestCtx } from '#packages/http'
import { enqueue } from '#packages/jobs'
import { recordIdentityChange, type IdentityChange } from '#kernel/audit/server/api.ts'
import { listAccountDistricts, removeWorkplaceBinding, findPersonOfAccount } from '#kernel/identity/server/api.ts'
import { endAllSessions } from '../jobs.ts'
import {
  deleteTrustedDevices,
  endAccountSessions,
  updatePendingSteps,
  type SessionEndReason,
} from '../session-queries.ts'

interface SessionEnd {
  accountId: string
  by: SessionEndReason
  change: IdentityChange
  /** The session that stays open. */
  but?: { sessionId: string; districtId: DistrictId }
}

const retryDelaySeconds = 15

/** Enqueues a job that ends the sessions, before anything is changed, so that it happens even if this process dies. */
export const enqueueSessionRevocation = (
  ctx: RequestCtx,
  district: DistrictId,
  { accountId, by, but }: Omit<SessionEnd, 'change'>,
) =>
  inDistrict(ctx.cells, district, (db) => {
    const inside = createPersonCtx(ctx, db, district, accountId, emptyId)
    const startAfter = new Date(ctx.now.getTime() + retryDelaySeconds * 1000)
    const before = by === 'password' ? '' : ctx.now.toISOString()
    return enqueue(inside, endAllSessions, { accountId, by, before, but: but?.sessionId ?? '' }, { startAfter })
  })

/** Revokes all sessions of an account in every district, so that a stolen token becomes useless. */
export async function revokeSessionsEverywhere(ctx: RequestCtx, { accountId, by, change, but }: SessionEnd) {
  for (const district of await listAccountDistricts(ctx.cells, accountId)) {
    await inDistrict(ctx.cells, district, async (db) => {
      const person = await findPersonOfAccount({ db, districtId: district }, accountId)
      const inside = createPersonCtx(ctx, db, district, accountId, person?.id ?? emptyId)
      await endAccountSessions(db, accountId, by, ctx.now, {
        but: but?.districtId === district ? but.sessionId : undefined,
        ...(person && { endedBy: { personId: person.id } }),
      })
      await deleteTrustedDevices(db, accountId)
      if (by === 'password') await removeWorkplaceBinding({ db, now: ctx.now }, accountId)
      await recordIdentityChange(inside, change)
    })
  }
}

const afterDelay = (ctx: Ctx) => ({ startAfter: new Date(ctx.now.getTime() + retryDelaySeconds * 1000) })
const endAllData = (ctx: Ctx, accountId: string, by: SessionEndReason) => ({
  accountId,
  by,
  before: by === 'password' ? '' : ctx.now.toISOString(),
  but: '',
})

/** The same for an administrator's action on another person's account. */
export const sessionEnding = {
  prepare: (ctx: Ctx, accountId: string, by: 'password' | 'disabled') =>
    enqueue(ctx, endAllSessions, endAllData(ctx, accountId, by), afterDelay(ctx)),
  end: async (ctx: Ctx, accountId: string, by: 'password' | 'disabled') => {
    await endAccountSessions(ctx.db, accountId, by, ctx.now, { endedBy: ctx.actor })
    await deleteTrustedDevices(ctx.db, accountId)
    if (by === 'password') await removeWorkplaceBinding(ctx, accountId)
    await enqueue(ctx, endAllSessions, endAllData(ctx, accountId, by))
  },
  finishStep: (ctx: Ctx, step: FirstStep) =>
    updatePendingSteps(
      ctx.db,
      ctx.actor.sessionId,
      (ctx.actor.pending ?? []).filter((one) => one !== step),
    ),
}

/** A context of the person, who may not be signed in. */
export function createPersonCtx(
  ctx: RequestCtx,
  db: Db,
  districtId: DistrictId,
  accountId: string,
  personId: string,
): Ctx {
  const noMembership = { userId: emptyId, orgId: emptyId, sessionId: emptyId, permissions: new Map() }
  const actor: Actor = { kind: 'staff', districtId, accountId, personId, ...noMembership }
  return { app: ctx.app, actor, db, now: ctx.now, requestId: ctx.requestId, address: ctx.address }
}

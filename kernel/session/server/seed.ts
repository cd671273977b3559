import { newId, type Ctx } from '#packages/core'
import { ensureMonthPartitions } from '#packages/db'
import { newToken } from '#packages/http'
import { recordLogin } from '#kernel/audit/server/api.ts'
import { getNetwork } from './device-name.ts'
import { insertSession } from './session-queries.ts'

export interface SeedSignIn {
  accountId: string
  personId: string
  userId: string
  orgId: string
  at: Date
  signInMethod: 'password' | 'sms' | 'qr' | 'dingtalk'
  /** `entered`, or the reason of the refusal. */
  outcome: string
  agent: string
  address: string
  /** The session is still open. */
  isOpen?: boolean
}

const monthsBack = 60 * 86_400_000
const phoneIdleSeconds = 14 * 86_400

/** Recent sign-ins with devices; some sessions are still open. Their tokens are not known to anybody. */
export async function seedSignIns(ctx: Ctx, signIns: readonly SeedSignIn[]) {
  await ensureMonthPartitions(ctx.db, 'login_log', new Date(ctx.now.getTime() - monthsBack), 4)
  for (const { accountId, personId, userId, orgId, at, signInMethod, outcome, agent, address, isOpen } of signIns) {
    const sessionId = isOpen ? newId() : null
    if (sessionId) {
      const row = {
        id: sessionId,
        token_hash: newToken(ctx.actor.districtId).hash,
        kind: 'staff' as const,
        account_id: accountId,
        person_id: personId,
        user_id: userId,
        org_id: orgId,
        idle_seconds: phoneIdleSeconds,
        expires_at: new Date(at.getTime() + phoneIdleSeconds * 1000),
        address,
        agent,
        network: getNetwork(address),
        sign_in_method: signInMethod,
        parent_id: null,
        scanned_by: null,
        app: null,
        pending: [],
        factors: ['password', 'totp'] as const,
      }
      await insertSession(ctx.db, row, at)
    }
    await recordLogin(
      { db: ctx.db, now: at, requestId: newId() },
      {
        account_id: accountId,
        person_id: personId,
        user_id: userId,
        org_id: orgId,
        session_id: sessionId,
        sign_in_method: signInMethod,
        outcome,
        address,
        agent,
      },
    )
  }
}

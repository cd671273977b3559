import { emptyId, newId, type Ctx } from '#packages/core'
import type { SecurityEventKind } from '../contract.ts'
import { insertSecurityEvents } from './security-event-queries.ts'
import { hasWarning } from './unusual-queries.ts'

export { countRefusedLogins, findBusyAddresses } from './unusual-queries.ts'

export interface UnusualEvent {
  kind: SecurityEventKind
  title: string
  count: number
  orgId: string
  address?: string
  accountId?: string
  personId?: string
}

/** Logs an event that a job found, unless it was logged in the last hours already. Returns whether it is new. */
export async function recordUnusual(ctx: Ctx, event: UnusualEvent, quietHours: number): Promise<boolean> {
  const { kind, title, count, orgId, address = '', accountId = emptyId, personId = emptyId } = event
  const since = new Date(ctx.now.getTime() - quietHours * 3600_000)
  if (await hasWarning(ctx.db, { kind, address, personId }, since)) return false
  await insertSecurityEvents(ctx.db, [
    {
      id: newId(),
      at: ctx.now,
      kind,
      account_id: accountId,
      person_id: personId,
      user_id: emptyId,
      org_id: orgId,
      session_id: emptyId,
      address,
      route: '',
      title,
      count,
      request_id: ctx.requestId,
    },
  ])
  return true
}

import { newId, type Ctx } from '#packages/core'
import { insertOperation } from './queries.ts'

export interface Operation {
  route: string
  title: string
  objectIds?: readonly string[]
}

/** Writes down who did what, in the transaction of the deed: both are there, or neither. */
export async function recordOperation(ctx: Ctx, { route, title, objectIds = [] }: Operation) {
  const { accountId, personId, userId, orgId } = ctx.actor
  await insertOperation(ctx.db, {
    id: newId(),
    at: ctx.now,
    account_id: accountId,
    person_id: personId,
    user_id: userId,
    org_id: orgId,
    route,
    title,
    object_ids: [...objectIds],
    request_id: ctx.requestId,
  })
}

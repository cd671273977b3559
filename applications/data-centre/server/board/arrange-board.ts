import type { BodyOf } from '#packages/contract'
import { notFound, scopeOf, type Ctx } from '#packages/core'
import { isOrgInScope } from '#kernel/org/server/api.ts'
import type { dataCentreApi, LayoutOwner } from '../../contract.ts'
import { deleteLayout, saveLayout } from './layout-queries.ts'

export const manageBoards = 'board.manage'

/** Everybody arranges the own board; that of the organisation needs a permission there. */
async function resolveOwner(ctx: Ctx, owner: LayoutOwner): Promise<string> {
  const { actor, db } = ctx
  if (owner === 'user') return actor.userId
  if (!(await isOrgInScope(db, scopeOf(ctx, manageBoards), actor.orgId))) throw notFound('组织')
  return actor.orgId
}

export async function saveBoard(ctx: Ctx, { owner, cards }: BodyOf<typeof dataCentreApi.saveBoard>): Promise<null> {
  const id = await resolveOwner(ctx, owner)
  // Only an organisation locks cards.
  const placed = owner === 'org' ? cards : cards.map((card) => ({ ...card, isLocked: false }))
  await saveLayout(ctx.db, { id, kind: owner, cards: placed, now: ctx.now })
  return null
}

export async function resetBoard(ctx: Ctx, { owner }: BodyOf<typeof dataCentreApi.resetBoard>): Promise<null> {
  await deleteLayout(ctx.db, await resolveOwner(ctx, owner))
  return null
}

import type { PageQuery } from '#packages/contract'
import { invalid, notFound, Refusal, type Ctx } from '#packages/core'
import { listAllApplications } from '../../application-list.ts'
import { updateGrantEnd, listGrantsInScope, listExpiringGrantPage } from '../../grant-object-queries.ts'
import { getGranter, getReviewer } from './granter.ts'

const relationCodes = { org: 1, role: 2, person: 3 } as const

/** Grants in the caller's scope that end within a month or have ended. */
export async function listExpiringGrants(ctx: Ctx, page: PageQuery) {
  const { scope, day } = getReviewer(ctx)
  const names = new Map((await listAllApplications(ctx)).map(({ key, name }) => [key, name]))
  const { items, ...counts } = await listExpiringGrantPage(ctx.db, scope, day, page)
  return {
    ...counts,
    items: items.map(({ kind, objectId: _, ...grant }) => ({
      ...grant,
      name: names.get(grant.key) ?? grant.key,
      type: relationCodes[kind],
    })),
  }
}

export async function extendGrants(ctx: Ctx, { ids, to }: { ids: readonly string[]; to: string | null }) {
  const giver = getGranter(ctx)
  if (to !== null && to < giver.day) throw invalid([{ field: 'to', msg: '结束日期不能早于今天' }])
  const grantIds = [...new Set(ids)]
  const grants = await listGrantsInScope(ctx.db, giver, grantIds)
  if (grants.length < grantIds.length) throw notFound('授权')
  if (grants.some(({ isOurs }) => !isOurs)) throw new Refusal('该授权由上级设置，不能更改')
  if (to !== null && grants.some(({ beginsOn }) => beginsOn !== null && beginsOn > to))
    throw invalid([{ field: 'to', msg: '结束日期不能早于开始日期' }])
  await updateGrantEnd(ctx.db, grantIds, to)
  return { changed: grantIds.length }
}

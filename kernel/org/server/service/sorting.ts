import type { BodyOf } from '#packages/contract'
import { found, Refusal, scopeOf, type Ctx } from '#packages/core'
import type { orgApi } from '../../contract.ts'
import { holdTop } from '../count-queries.ts'
import { findGoverned } from '../edit-queries.ts'
import { childrenInOrder, storeSorts } from '../move-queries.ts'
import { canGovern, placeAfter } from '../policy.ts'

type Sorting = BodyOf<typeof orgApi.setSort>

/** Gives an organisation another place among its siblings. */
export async function sortOrganisation(ctx: Ctx, { orgId, type, cnt }: Sorting) {
  await arrange(ctx, orgId, (before, last) => placeAfter(type, cnt, before, last))
  return null
}

/** The same by the number of the place, from 1; beyond the end it is the last. */
export const placeOrganisation = (ctx: Ctx, orgId: string, place: number) =>
  arrange(ctx, orgId, (_, last) => Math.min(place - 1, last))

/** All siblings are numbered anew, so equal numbers end here. */
async function arrange(ctx: Ctx, orgId: string, placeOf: (before: number, last: number) => number) {
  const scope = scopeOf(ctx, 'org.edit')
  await holdTop(ctx.db)
  const node = found(await findGoverned(ctx.db, scope, orgId), '组织')
  if (node.parentId === null) throw new Refusal('教育局不参与排序')
  if (!canGovern(scope, node)) throw new Refusal('所选机构由上级单位管理')
  const level = await childrenInOrder(ctx.db, node.parentId)
  const others = level.filter(({ id }) => id !== orgId)
  const before = level.findIndex(({ id }) => id === orgId)
  const ordered = others.toSpliced(placeOf(before, others.length), 0, level[before]!)
  const changed = ordered
    .map(({ id, sort }, at) => ({ id, sort: at + 1, was: sort }))
    .filter(({ sort, was }) => sort !== was)
  if (changed.length > 0) await storeSorts(ctx.db, changed)
}

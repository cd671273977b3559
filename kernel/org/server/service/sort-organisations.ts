import type { BodyOf } from '#packages/contract'
import { orNotFound, Refusal, scopeOf, type Ctx } from '#packages/core'
import type { orgApi } from '../../contract.ts'
import { lockOrgTree } from '../count-queries.ts'
import { findManagedOrganisation } from '../edit-queries.ts'
import { listChildrenInOrder, updateSorts } from '../move-queries.ts'
import { canManage, getSortPosition } from '../policy.ts'

type SortBody = BodyOf<typeof orgApi.setSort>

/** Moves an organisation among its siblings. */
export async function sortOrganisation(ctx: Ctx, { orgId, type, cnt }: SortBody) {
  await reorderSiblings(ctx, orgId, (before, last) => getSortPosition(type, cnt, before, last))
  return null
}

/** Sets the position, from 1; a position beyond the end is the last. */
export const setSortPosition = (ctx: Ctx, orgId: string, position: number) =>
  reorderSiblings(ctx, orgId, (_, last) => Math.min(position - 1, last))

/** Renumbers all siblings, which also removes equal numbers. */
async function reorderSiblings(ctx: Ctx, orgId: string, getPosition: (before: number, last: number) => number) {
  const scope = scopeOf(ctx, 'org.edit')
  await lockOrgTree(ctx.db)
  const node = orNotFound(await findManagedOrganisation(ctx.db, scope, orgId), '组织')
  if (node.parentId === null) throw new Refusal('教育局不参与排序')
  if (!canManage(scope, node)) throw new Refusal('所选机构由上级单位管理')
  const level = await listChildrenInOrder(ctx.db, node.parentId)
  const others = level.filter(({ id }) => id !== orgId)
  const before = level.findIndex(({ id }) => id === orgId)
  const ordered = others.toSpliced(getPosition(before, others.length), 0, level[before]!)
  const changed = ordered
    .map(({ id, sort }, at) => ({ id, sort: at + 1, was: sort }))
    .filter(({ sort, was }) => sort !== was)
  if (changed.length > 0) await updateSorts(ctx.db, changed)
}

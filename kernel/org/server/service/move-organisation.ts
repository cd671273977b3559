import type { BodyOf } from '#packages/contract'
import { orNotFound, invalid, Refusal, Ret, scopeOf, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import { orgTypes, type orgApi } from '../../contract.ts'
import { listContents } from '../org-contents.ts'
import { lockPath, lockOrgTree, storeUserCounts } from '../count-queries.ts'
import { findManagedOrganisation, getNextSort, type ManagedOrganisation } from '../edit-queries.ts'
import { updateCountsAfterMove, listNodesBelow, updateParent, rewritePaths, findUnitAbove } from '../move-queries.ts'
import { canManage, canBeChildOf, toDashedId, isPathWithin } from '../policy.ts'
import { recordHistory } from './organisation-history.ts'
import { getManagedOrganisation } from './organisations.ts'

type MoveBody = BodyOf<typeof orgApi.move>

const refuseParent = (msg: string) => invalid([{ field: 'parentId', msg }])
const onSameName = onConstraint('organisation_name', '同级已存在同名组织', 'parentId')

/** Moves an organisation with its subtree to another parent, at the end of that level. */
export async function moveOrganisation(ctx: Ctx, { id, parentId, version }: MoveBody) {
  const scope = scopeOf(ctx, 'org.edit')
  await lockOrgTree(ctx.db)
  const node = orNotFound(await findManagedOrganisation(ctx.db, scope, id), '组织')
  const parent = orNotFound(await findManagedOrganisation(ctx.db, scope, parentId), '上级机构')
  if (node.parentId === null) throw new Refusal('教育局没有上级')
  if (!canManage(scope, node)) throw new Refusal('所选机构由上级单位管理')
  if (version !== node.version) throw new Refusal('该机构已被他人修改，请刷新', Ret.changedByOthers)
  if (node.parentId === parent.id) return getManagedOrganisation(ctx, id)
  await refuseWrongParent(ctx, node, parent)

  const before = orNotFound(await findManagedOrganisation(ctx.db, scope, node.parentId), '上级机构')
  await moveNodes(ctx, [node], before, parent).catch(onSameName)
  await recountPeople(ctx, listAffectedNodes(before.path, parent.path))
  await recordHistory(ctx, [{ orgId: id, kind: 'moved', before: before.name, after: parent.name }])
  return getManagedOrganisation(ctx, id)
}

async function refuseWrongParent(ctx: Ctx, node: ManagedOrganisation, parent: ManagedOrganisation) {
  if (isPathWithin(parent.path, node.path)) throw refuseParent('上级不能是自己或下级')
  if (!canBeChildOf(node.type, parent))
    throw refuseParent(`${orgTypes[node.type].title}不能放在${orgTypes[parent.type].title}下`)
  if (parent.isDisabled) throw refuseParent('上级机构已停用')
  // Members of a department belong to its organisation, so moving it elsewhere would move people.
  if (
    node.type === 'department' &&
    (await findUnitAbove(ctx.db, node.path)) !== (await findUnitAbove(ctx.db, parent.path))
  )
    throw refuseParent('部门只能在本单位内调整，跨单位请使用合并或拆分')
}

interface NodeRef {
  id: string
  path: string
}

/** Moves sibling nodes with their subtrees from one parent to another, and updates the tree counts. */
export async function moveNodes(ctx: Ctx, nodes: readonly NodeRef[], from: NodeRef, to: NodeRef) {
  if (nodes.length === 0) return
  await lockPath(ctx.db, from.path)
  await lockPath(ctx.db, to.path)
  let moved = 0
  for (const { path } of nodes) moved += 1 + (await listNodesBelow(ctx.db, path)).length
  const ids = nodes.map(({ id }) => id)
  await updateParent(ctx.db, ids, to.id, await getNextSort(ctx.db, to.id), ctx.now)
  await rewritePaths(
    ctx.db,
    nodes.map(({ path }) => path),
    to.path,
  )
  await updateCountsAfterMove(ctx.db, { nodes: moved, children: nodes.length }, from.path, to.path)
}

/** Nodes whose number of people may change by a move: ancestors of only one of the two. */
export function listAffectedNodes(from: string, to: string): string[] {
  const [old, now] = [from.split('.'), to.split('.')]
  return [...old.filter((label) => !now.includes(label)), ...now.filter((label) => !old.includes(label))]
}

/** Stores exact numbers of people for these nodes, computed by the module that has the people. */
export async function recountPeople(ctx: Ctx, orgIds: readonly string[]) {
  if (orgIds.length === 0) return
  const nobody = new Map(orgIds.map((id) => [toDashedId(id), { id: toDashedId(id), total: 0, own: 0 }]))
  for (const { recount } of listContents(ctx)) {
    if (!recount) continue
    const counted = new Map(nobody)
    for (const count of await recount(ctx, [...nobody.keys()])) counted.set(count.id, count)
    await storeUserCounts(ctx.db, [...counted.values()])
  }
}

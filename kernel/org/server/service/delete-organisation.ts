import type { BodyOf } from '#packages/contract'
import { orNotFound, Refusal, Ret, scopeOf, type Ctx } from '#packages/core'
import type { orgApi } from '../../contract.ts'
import { listContents } from '../org-contents.ts'
import { lockPath, lockOrgTree } from '../count-queries.ts'
import { findManagedOrganisation } from '../edit-queries.ts'
import { updateCountsAfterDelete, markNodesDeleted, lockNodes, listNodesBelow } from '../move-queries.ts'
import { canManage, isOwnOrganisation } from '../policy.ts'
import { recordHistory } from './organisation-history.ts'
import { releaseHost } from './organisation-hosts.ts'

type DeleteBody = BodyOf<typeof orgApi.remove>

/** Deletes an organisation without children, people or other contents. */
export async function deleteOrganisation(ctx: Ctx, { id, version }: DeleteBody) {
  const scope = scopeOf(ctx, 'org.edit')
  await lockOrgTree(ctx.db)
  const node = orNotFound(await findManagedOrganisation(ctx.db, scope, id), '组织')
  if (node.parentId === null) throw new Refusal('不能删除教育局')
  if (isOwnOrganisation(ctx.actor, id)) throw new Refusal('不能删除本单位')
  if (!canManage(scope, node)) throw new Refusal('所选机构由上级单位管理')
  if (version !== undefined && version !== node.version)
    throw new Refusal('该机构已被他人修改，请刷新', Ret.changedByOthers)

  await lockNodes(ctx.db, [id])
  await refuseUnlessEmpty(ctx, node)
  const parentPath = node.path.slice(0, node.path.lastIndexOf('.'))
  await lockPath(ctx.db, parentPath)
  await markNodesDeleted(ctx.db, [id], ctx.now)
  await updateCountsAfterDelete(ctx.db, 1, parentPath)
  await recordHistory(ctx, [{ orgId: id, kind: 'deleted', before: node.name }])
  if (node.host) await releaseHost(ctx, id)
  return null
}

/** Counts the present rows, not the stored counts. */
async function refuseUnlessEmpty(ctx: Ctx, { id, path }: { id: string; path: string }) {
  const below = await listNodesBelow(ctx.db, path)
  const ids = [id, ...below.map((node) => node.id)]
  let isEmpty = below.length === 0
  let people = '0名人员'
  const others: string[] = []
  for (const { title, measure, count, recount } of listContents(ctx)) {
    const number = await count(ctx, ids)
    if (number > 0) isEmpty = false
    if (recount) people = `${number}${measure}${title}`
    else if (number > 0) others.push(`${number}${measure}${title}`)
  }
  if (isEmpty) return
  throw new Refusal(`该组织下还有${[`${below.length}个下级`, people, ...others].join('、')}，不能删除`)
}

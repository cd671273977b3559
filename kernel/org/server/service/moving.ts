import type { BodyOf } from '#packages/contract'
import { found, invalid, Refusal, Ret, scopeOf, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import { orgTypes, type orgApi } from '../../contract.ts'
import { allContents } from '../contents.ts'
import { holdPath, holdTop, storeUserCounts } from '../count-queries.ts'
import { findGoverned, nextSort, type Governed } from '../edit-queries.ts'
import { countMoved, nodesBelow, reparent, rewritePaths, unitAbove } from '../move-queries.ts'
import { canGovern, canStandUnder, dashed, isWithin } from '../policy.ts'
import { recordHistory } from './history.ts'
import { readGoverned } from './reading-governed.ts'

type Move = BodyOf<typeof orgApi.move>

const refuse = (msg: string) => invalid([{ field: 'parentId', msg }])
const onSameName = onConstraint('organisation_name', '同级已存在同名组织', 'parentId')

/** Puts an organisation with everything below it under another one, at the end of that level. */
export async function moveOrganisation(ctx: Ctx, { id, parentId, version }: Move) {
  const scope = scopeOf(ctx, 'org.edit')
  await holdTop(ctx.db)
  const node = found(await findGoverned(ctx.db, scope, id), '组织')
  const parent = found(await findGoverned(ctx.db, scope, parentId), '上级机构')
  if (node.parentId === null) throw new Refusal('教育局没有上级')
  if (!canGovern(scope, node)) throw new Refusal('所选机构由上级单位管理')
  if (version !== node.version) throw new Refusal('该机构已被他人修改，请刷新', Ret.changedByOthers)
  if (node.parentId === parent.id) return readGoverned(ctx, id)
  await refuseWrongParent(ctx, node, parent)

  const before = found(await findGoverned(ctx.db, scope, node.parentId), '上级机构')
  await transplant(ctx, [node], before, parent).catch(onSameName)
  await recountPeople(ctx, branchesOf(before.path, parent.path))
  await recordHistory(ctx, [{ orgId: id, kind: 'moved', before: before.name, after: parent.name }])
  return readGoverned(ctx, id)
}

async function refuseWrongParent(ctx: Ctx, node: Governed, parent: Governed) {
  if (isWithin(parent.path, node.path)) throw refuse('上级不能是自己或下级')
  if (!canStandUnder(node.type, parent))
    throw refuse(`${orgTypes[node.type].title}不能放在${orgTypes[parent.type].title}下`)
  if (parent.isForbidden) throw refuse('上级机构已停用')
  // Whoever is in a department belongs to its organisation: to take it elsewhere is to take its people there.
  if (node.type === 'department' && (await unitAbove(ctx.db, node.path)) !== (await unitAbove(ctx.db, parent.path)))
    throw refuse('部门只能在本单位内调整，跨单位请使用合并或拆分')
}

interface Place {
  id: string
  path: string
}

/** Takes nodes, siblings all, with what stands below them from one parent to another, and counts them there. */
export async function transplant(ctx: Ctx, nodes: readonly Place[], from: Place, to: Place) {
  if (nodes.length === 0) return
  await holdPath(ctx.db, from.path)
  await holdPath(ctx.db, to.path)
  let moved = 0
  for (const { path } of nodes) moved += 1 + (await nodesBelow(ctx.db, path)).length
  const ids = nodes.map(({ id }) => id)
  await reparent(ctx.db, ids, to.id, await nextSort(ctx.db, to.id), ctx.now)
  await rewritePaths(
    ctx.db,
    nodes.map(({ path }) => path),
    to.path,
  )
  await countMoved(ctx.db, { nodes: moved, children: nodes.length }, from.path, to.path)
}

/** The nodes whose people may have changed when something went from one place to another: those above only one of them. */
export function branchesOf(from: string, to: string): string[] {
  const [old, now] = [from.split('.'), to.split('.')]
  return [...old.filter((label) => !now.includes(label)), ...now.filter((label) => !old.includes(label))]
}

/** Asks who knows people for the numbers of these nodes, and keeps them. */
export async function recountPeople(ctx: Ctx, orgIds: readonly string[]) {
  if (orgIds.length === 0) return
  const nobody = new Map(orgIds.map((id) => [dashed(id), { id: dashed(id), total: 0, own: 0 }]))
  for (const { recount } of allContents()) {
    if (!recount) continue
    const counted = new Map(nobody)
    for (const count of await recount(ctx, [...nobody.keys()])) counted.set(count.id, count)
    await storeUserCounts(ctx.db, [...counted.values()])
  }
}

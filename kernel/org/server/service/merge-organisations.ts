import type { BodyOf } from '#packages/contract'
import { orNotFound, Refusal, scopeOf, type Ctx } from '#packages/core'
import type { MergeForm, MergePreview, orgApi } from '../../contract.ts'
import { listContents } from '../org-contents.ts'
import { lockOrgTree } from '../count-queries.ts'
import { findManagedOrganisation, type ManagedOrganisation } from '../edit-queries.ts'
import {
  updateCountsAfterDelete,
  markNodesDeleted,
  lockNodes,
  markMerged,
  listNodesBelow,
  type OrgTreeRow,
} from '../move-queries.ts'
import { canManage, toDashedId, listMergeObstacles } from '../policy.ts'
import { recordHistory } from './organisation-history.ts'
import { releaseHost } from './organisation-hosts.ts'
import { recountPeople, moveNodes } from './move-organisation.ts'

type MergeBody = BodyOf<typeof orgApi.merge>

/** The effect of a merge in numbers, and its obstacles. Changes nothing. */
export const previewMerge = async (ctx: Ctx, form: MergeBody): Promise<MergePreview> =>
  describeMerge(ctx, await planMerge(ctx, form))

/**
 * Merges one organisation into another: its departments are merged with those of the same name or move over, the
 * contents of all modules move along, and the organisation ends. All in one transaction.
 */
export async function mergeOrganisations(ctx: Ctx, form: MergeBody): Promise<MergePreview> {
  await lockOrgTree(ctx.db)
  const plan = await planMerge(ctx, form)
  const { from, to, obstacles, joins, moves } = plan
  if (obstacles.length > 0) throw new Refusal(obstacles[0]!)
  const preview = await describeMerge(ctx, plan)

  const ending = [from.id, ...joins.map(({ node }) => node.id)]
  await lockNodes(ctx.db, ending)
  for (const { nodes, above, under } of moves) await moveNodes(ctx, nodes, above, under)
  for (const { relocate } of listContents(ctx))
    await relocate(ctx, { from: toNodeRef(from), to: toNodeRef(to), departments: plan.departments, isWhole: true })
  await requireEmpty(ctx, ending)

  const parentPath = from.path.slice(0, from.path.lastIndexOf('.'))
  await markNodesDeleted(ctx.db, ending, ctx.now)
  await markMerged(ctx.db, from.id, to.id)
  await updateCountsAfterDelete(ctx.db, ending.length, parentPath)
  const below = await listNodesBelow(ctx.db, to.path)
  await recountPeople(ctx, [...parentPath.split('.'), ...to.path.split('.'), ...below.map(({ id }) => id)])
  const names = { before: from.name, after: to.name }
  await recordHistory(ctx, [
    { orgId: from.id, kind: 'merged', ...names },
    { orgId: to.id, kind: 'absorbed', ...names },
  ])
  if (from.host) await releaseHost(ctx, from.id)
  return preview
}

interface NodeRef {
  id: string
  path: string
}
const toNodeRef = ({ id, path }: NodeRef): NodeRef => ({ id, path })

/** If a module leaves contents behind, the merge is rolled back. */
async function requireEmpty(ctx: Ctx, ending: readonly string[]) {
  for (const { key, count } of listContents(ctx))
    if ((await count(ctx, ending)) > 0) throw new Error(`${key}: something would stay in a merged organisation`)
}

interface DepartmentMerge {
  node: OrgTreeRow
  into: OrgTreeRow
}
interface DepartmentMove {
  /** Siblings, with their old and new parent. */
  nodes: OrgTreeRow[]
  above: NodeRef
  under: NodeRef
}
interface MergePlan {
  from: ManagedOrganisation
  to: ManagedOrganisation
  obstacles: string[]
  joins: DepartmentMerge[]
  moves: DepartmentMove[]
  departments: Map<string, string>
  below: OrgTreeRow[]
}

async function planMerge(ctx: Ctx, { fromId, toId }: MergeForm): Promise<MergePlan> {
  const scope = scopeOf(ctx, 'org.merge')
  const from = orNotFound(await findManagedOrganisation(ctx.db, scope, fromId), '组织')
  const to = orNotFound(await findManagedOrganisation(ctx.db, scope, toId), '组织')
  if (!canManage(scope, from) || !canManage(scope, to)) throw new Refusal('所选机构由上级单位管理')
  const below = await listNodesBelow(ctx.db, from.path)
  const obstacles = listMergeObstacles(ctx.actor, from, to)
  const plan: MergePlan = { from, to, obstacles, joins: [], moves: [], departments: new Map(), below }
  if (obstacles.length === 0)
    matchLevel(plan, groupByParent(below), groupByParent(await listNodesBelow(ctx.db, to.path)), from, to)
  return plan
}

type Children = ReadonlyMap<string, readonly OrgTreeRow[]>
const groupByParent = (nodes: readonly OrgTreeRow[]): Children => Map.groupBy(nodes, ({ parentId }) => parentId)

/** Departments of the same name are merged, recursively; others move with their subtrees. */
function matchLevel(plan: MergePlan, ours: Children, theirs: Children, above: NodeRef, under: NodeRef) {
  const byName = new Map((theirs.get(under.id) ?? []).map((node) => [node.name, node]))
  const moving: OrgTreeRow[] = []
  for (const node of ours.get(above.id) ?? []) {
    const into = byName.get(node.name)
    if (into) {
      plan.joins.push({ node, into })
      plan.departments.set(node.id, into.id)
      matchLevel(plan, ours, theirs, node, into)
    } else {
      moving.push(node)
      keepBranch(plan, ours, node)
    }
  }
  if (moving.length > 0) plan.moves.push({ nodes: moving, above: toNodeRef(above), under: toNodeRef(under) })
}

function keepBranch(plan: MergePlan, ours: Children, node: OrgTreeRow) {
  plan.departments.set(node.id, node.id)
  for (const child of ours.get(node.id) ?? []) keepBranch(plan, ours, child)
}

async function describeMerge(ctx: Ctx, { from, to, obstacles, joins, moves, below }: MergePlan): Promise<MergePreview> {
  const ids = [from.id, ...below.map(({ id }) => id)]
  const contents: MergePreview['contents'] = []
  const people = new Map<string, { total: number; own: number }>()
  for (const { key, title, measure, count, recount } of listContents(ctx)) {
    contents.push({ key, title, measure, count: await count(ctx, ids) })
    for (const { id, total, own } of (await recount?.(ctx, ids)) ?? []) people.set(id, { total, own })
  }
  const names = new Map(below.map(({ id, name }) => [id, name]))
  const nameOf = ({ path }: OrgTreeRow) =>
    path
      .split('.')
      .slice(from.path.split('.').length)
      .map((label) => names.get(toDashedId(label)))
      .join(' / ')
  const departments = [
    ...joins.map(({ node }) => ({ node, becomes: 'joins' as const, people: people.get(node.id)?.own ?? 0 })),
    ...moves.flatMap(({ nodes }) =>
      nodes.map((node) => ({ node, becomes: 'moves' as const, people: people.get(node.id)?.total ?? 0 })),
    ),
  ]
  return {
    from: { id: from.id, name: from.name },
    to: { id: to.id, name: to.name },
    contents,
    departments: departments.map(({ node, ...rest }) => ({ name: nameOf(node), ...rest })),
    obstacles,
  }
}

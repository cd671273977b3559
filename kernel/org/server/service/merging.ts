import type { BodyOf } from '#packages/contract'
import { found, Refusal, scopeOf, type Ctx } from '#packages/core'
import type { MergeForm, MergePreview, orgApi } from '../../contract.ts'
import { allContents } from '../contents.ts'
import { holdTop } from '../count-queries.ts'
import { findGoverned, type Governed } from '../edit-queries.ts'
import { countGone, endNodes, holdEnding, markMerged, nodesBelow, type Node } from '../move-queries.ts'
import { canGovern, dashed, obstaclesOf } from '../policy.ts'
import { recordHistory } from './history.ts'
import { giveBackHost } from './hosting.ts'
import { recountPeople, transplant } from './moving.ts'

type Merge = BodyOf<typeof orgApi.merge>

/** What a merge would do, in numbers, and what stands in its way. Changes nothing. */
export const previewMerge = async (ctx: Ctx, form: Merge): Promise<MergePreview> => tell(ctx, await planOf(ctx, form))

/**
 * One organisation goes up in another: its departments join those of the same name or come over as they are, everything
 * that modules keep for it goes along, and it is closed for good. All of it or nothing.
 */
export async function merge(ctx: Ctx, form: Merge): Promise<MergePreview> {
  await holdTop(ctx.db)
  const plan = await planOf(ctx, form)
  const { from, to, obstacles, joins, moves } = plan
  if (obstacles.length > 0) throw new Refusal(obstacles[0]!)
  const told = await tell(ctx, plan)

  const ending = [from.id, ...joins.map(({ node }) => node.id)]
  await holdEnding(ctx.db, ending)
  for (const { nodes, above, under } of moves) await transplant(ctx, nodes, above, under)
  for (const { relocate } of allContents())
    await relocate(ctx, { from: placeOf(from), to: placeOf(to), departments: plan.departments, isWhole: true })
  await requireEmpty(ctx, ending)

  const parentPath = from.path.slice(0, from.path.lastIndexOf('.'))
  await endNodes(ctx.db, ending, ctx.now)
  await markMerged(ctx.db, from.id, to.id)
  await countGone(ctx.db, ending.length, parentPath)
  const below = await nodesBelow(ctx.db, to.path)
  await recountPeople(ctx, [...parentPath.split('.'), ...to.path.split('.'), ...below.map(({ id }) => id)])
  const names = { before: from.name, after: to.name }
  await recordHistory(ctx, [
    { orgId: from.id, kind: 'merged', ...names },
    { orgId: to.id, kind: 'absorbed', ...names },
  ])
  if (from.host) await giveBackHost(ctx, from.id)
  return told
}

interface Place {
  id: string
  path: string
}
const placeOf = ({ id, path }: Place): Place => ({ id, path })

/** A module that leaves something behind has not understood where to put it: then nothing has happened. */
async function requireEmpty(ctx: Ctx, ending: readonly string[]) {
  for (const { key, count } of allContents())
    if ((await count(ctx, ending)) > 0) throw new Error(`${key}: something would stay in a merged organisation`)
}

interface Joining {
  node: Node
  into: Node
}
interface Moving {
  /** Siblings, with the node that they leave and the one that they come under. */
  nodes: Node[]
  above: Place
  under: Place
}
interface Plan {
  from: Governed
  to: Governed
  obstacles: string[]
  joins: Joining[]
  moves: Moving[]
  departments: Map<string, string>
  below: Node[]
}

async function planOf(ctx: Ctx, { fromId, toId }: MergeForm): Promise<Plan> {
  const scope = scopeOf(ctx, 'org.merge')
  const from = found(await findGoverned(ctx.db, scope, fromId), '组织')
  const to = found(await findGoverned(ctx.db, scope, toId), '组织')
  if (!canGovern(scope, from) || !canGovern(scope, to)) throw new Refusal('所选机构由上级单位管理')
  const below = await nodesBelow(ctx.db, from.path)
  const obstacles = obstaclesOf(ctx.actor, from, to)
  const plan: Plan = { from, to, obstacles, joins: [], moves: [], departments: new Map(), below }
  if (obstacles.length === 0)
    matchLevel(plan, childrenOf(below), childrenOf(await nodesBelow(ctx.db, to.path)), from, to)
  return plan
}

type Children = ReadonlyMap<string, readonly Node[]>
const childrenOf = (nodes: readonly Node[]): Children => Map.groupBy(nodes, ({ parentId }) => parentId)

/** Departments of one name join, and so do those below them; any other comes over with all that it has. */
function matchLevel(plan: Plan, ours: Children, theirs: Children, above: Place, under: Place) {
  const byName = new Map((theirs.get(under.id) ?? []).map((node) => [node.name, node]))
  const moving: Node[] = []
  for (const node of ours.get(above.id) ?? []) {
    const into = byName.get(node.name)
    if (into) {
      plan.joins.push({ node, into })
      plan.departments.set(node.id, into.id)
      matchLevel(plan, ours, theirs, node, into)
    } else {
      moving.push(node)
      keepAll(plan, ours, node)
    }
  }
  if (moving.length > 0) plan.moves.push({ nodes: moving, above: placeOf(above), under: placeOf(under) })
}

function keepAll(plan: Plan, ours: Children, node: Node) {
  plan.departments.set(node.id, node.id)
  for (const child of ours.get(node.id) ?? []) keepAll(plan, ours, child)
}

async function tell(ctx: Ctx, { from, to, obstacles, joins, moves, below }: Plan): Promise<MergePreview> {
  const ids = [from.id, ...below.map(({ id }) => id)]
  const contents: MergePreview['contents'] = []
  const people = new Map<string, { total: number; own: number }>()
  for (const { key, title, measure, count, recount } of allContents()) {
    contents.push({ key, title, measure, count: await count(ctx, ids) })
    for (const { id, total, own } of (await recount?.(ctx, ids)) ?? []) people.set(id, { total, own })
  }
  const names = new Map(below.map(({ id, name }) => [id, name]))
  const nameOf = ({ path }: Node) =>
    path
      .split('.')
      .slice(from.path.split('.').length)
      .map((label) => names.get(dashed(label)))
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

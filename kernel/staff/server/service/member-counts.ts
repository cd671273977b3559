import { dayOf, type Ctx } from '#packages/core'
import { lockPeople } from '#kernel/identity/server'
import { addToUserCounts, lockOrg } from '#kernel/org/server'
import { guardOwnGain } from '../membership-guards.ts'
import { listNodesOfPeople, getNodePaths } from '../membership-queries.ts'

type Nodes = readonly { personId: string; nodeId: string }[]
interface CountDifference {
  total: number
  own: number
}

/**
 * Changes places and keeps the counts of organisations right with it, in the same transaction. First the tree is held, so
 * that no organisation moves meanwhile, then the people: whoever changes another place of one of them at the same time
 * would otherwise count with what is about to go.
 */
export async function changeWithCounts<T>(
  ctx: Ctx,
  personIds: readonly string[],
  change: () => Promise<T>,
): Promise<T> {
  const day = dayOf(ctx.now)
  // An organisation that is just being deleted or merged would otherwise end with this person in it.
  await lockOrg(ctx)
  await lockPeople(ctx, personIds)
  const before = await listNodesOfPeople(ctx.db, personIds, day)
  const result = await guardOwnGain(ctx, personIds, change)
  await updateMemberCounts(ctx, before, await listNodesOfPeople(ctx.db, personIds, day))
  return result
}

/** Tells the organisations who came and who went: a person counts once in a node, however many places lead there. */
export async function updateMemberCounts(ctx: Ctx, before: Nodes, after: Nodes) {
  const nodeIds = [...new Set([...before, ...after].map(({ nodeId }) => nodeId))]
  const changes = listCountDifferences(before, after, await getNodePaths(ctx.db, nodeIds))
  await addToUserCounts(
    ctx,
    [...changes].map(([id, change]) => ({ id, ...change })),
  )
}

/** The label of a node in a path is its id without hyphens. */
export const pathLabelToId = (label: string) => label.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

function listCountDifferences(before: Nodes, after: Nodes, paths: ReadonlyMap<string, string>) {
  const changes = new Map<string, CountDifference>()
  const add = (id: string, part: keyof CountDifference, by: number) => {
    const change = changes.get(id) ?? { total: 0, own: 0 }
    change[part] += by
    changes.set(id, change)
  }
  for (const [rows, sign] of [
    [before, -1],
    [after, 1],
  ] as const) {
    for (const memberships of Map.groupBy(rows, ({ personId }) => personId).values()) {
      const above = new Set(memberships.flatMap(({ nodeId }) => (paths.get(nodeId) ?? '').split('.').filter(Boolean)))
      for (const label of above) add(pathLabelToId(label), 'total', sign)
      for (const { nodeId } of memberships) if (paths.has(nodeId)) add(nodeId, 'own', sign)
    }
  }
  return changes
}

import { dayOf, type Ctx } from '#packages/core'
import { lockPeople } from '#kernel/identity/server/api.ts'
import { addToUserCounts, lockTree } from '#kernel/org/server/api.ts'
import { guardOwnGain } from '../membership-guards.ts'
import { listNodesOfPeople, getNodePaths } from '../membership-queries.ts'
import { announceMemberships, type ApprovalMove } from './announce-memberships.ts'

type Nodes = readonly { personId: string; nodeId: string }[]
interface CountDifference {
  total: number
  own: number
}

/**
 * Changes memberships, updates the counts of organisations and publishes what began or ended in the same transaction. Locks the tree first, so that no
 * organisation moves, then the people, because a concurrent change of another membership of theirs would lead to wrong
 * counts.
 */
export async function changeWithCounts<T>(
  ctx: Ctx,
  personIds: readonly string[],
  change: () => Promise<T>,
  move?: ApprovalMove,
): Promise<T> {
  const day = dayOf(ctx.now)
  // Otherwise a concurrent deletion or merge could leave this person in a deleted organisation.
  await lockTree(ctx)
  await lockPeople(ctx, personIds)
  const before = await listNodesOfPeople(ctx.db, personIds, day)
  const result = await guardOwnGain(ctx, personIds, change)
  await updateMemberCounts(ctx, before, await listNodesOfPeople(ctx.db, personIds, day))
  await announceMemberships(ctx, personIds, move)
  return result
}

/** Updates the counts by the difference; a person counts once per node. */
export async function updateMemberCounts(ctx: Ctx, before: Nodes, after: Nodes) {
  const nodeIds = [...new Set([...before, ...after].map(({ nodeId }) => nodeId))]
  const changes = listCountDifferences(before, after, await getNodePaths(ctx.db, nodeIds))
  await addToUserCounts(
    ctx,
    [...changes].map(([id, change]) => ({ id, ...change })),
  )
}

/** Path labels are ids without hyphens. */
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

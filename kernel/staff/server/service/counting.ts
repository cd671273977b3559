import { dayOf, type Ctx } from '#packages/core'
import { holdPeople } from '#kernel/identity/server'
import { changeUserCounts, holdTree } from '#kernel/org/server'
import { guardOwn } from '../guards.ts'
import { nodesOfPeople, pathsOf } from '../place-queries.ts'

type Nodes = readonly { personId: string; nodeId: string }[]
interface Difference {
  total: number
  own: number
}

/**
 * Changes places and keeps the counts of organisations right with it, in the same transaction. First the tree is held, so
 * that no organisation moves meanwhile, then the people: whoever changes another place of one of them at the same time
 * would otherwise count with what is about to go.
 */
export async function keepingCounts<T>(ctx: Ctx, personIds: readonly string[], change: () => Promise<T>): Promise<T> {
  const day = dayOf(ctx.now)
  // An organisation that is just being deleted or merged would otherwise end with this person in it.
  await holdTree(ctx)
  await holdPeople(ctx, personIds)
  const before = await nodesOfPeople(ctx.db, personIds, day)
  const result = await guardOwn(ctx, personIds, change)
  await placesChanged(ctx, before, await nodesOfPeople(ctx.db, personIds, day))
  return result
}

/** Tells the organisations who came and who went: a person counts once in a node, however many places lead there. */
export async function placesChanged(ctx: Ctx, before: Nodes, after: Nodes) {
  const nodeIds = [...new Set([...before, ...after].map(({ nodeId }) => nodeId))]
  const changes = differences(before, after, await pathsOf(ctx.db, nodeIds))
  await changeUserCounts(
    ctx,
    [...changes].map(([id, change]) => ({ id, ...change })),
  )
}

/** The label of a node in a path is its id without hyphens. */
export const idOf = (label: string) => label.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

function differences(before: Nodes, after: Nodes, paths: ReadonlyMap<string, string>) {
  const changes = new Map<string, Difference>()
  const add = (id: string, part: keyof Difference, by: number) => {
    const change = changes.get(id) ?? { total: 0, own: 0 }
    change[part] += by
    changes.set(id, change)
  }
  for (const [rows, sign] of [
    [before, -1],
    [after, 1],
  ] as const) {
    for (const places of Map.groupBy(rows, ({ personId }) => personId).values()) {
      const above = new Set(places.flatMap(({ nodeId }) => (paths.get(nodeId) ?? '').split('.').filter(Boolean)))
      for (const label of above) add(idOf(label), 'total', sign)
      for (const { nodeId } of places) if (paths.has(nodeId)) add(nodeId, 'own', sign)
    }
  }
  return changes
}

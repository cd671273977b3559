import { newId, type Ctx } from '#packages/core'
import { toPinyin } from '#packages/pinyin'
import type { OrgType } from '../../contract.ts'
import { insertOrganisations, type OrganisationDetails, type NewOrganisation } from '../queries.ts'
import {
  addTreeCounts,
  addUserCounts,
  addOneToCounts,
  lockPath,
  lockOrgTree,
  shareOrgTree,
  markCounted,
  recountDescendants,
  recountChildren,
  storeUserCounts,
  type TreeCount,
  type UserCount,
} from '../count-queries.ts'
import { recordHistory } from './organisation-history.ts'

/** The label of a node in paths. */
const toPathLabel = (id: string) => id.replaceAll('-', '')
export const buildPath = (parent: { path: string } | null, id: string) =>
  parent ? `${parent.path}.${toPathLabel(id)}` : toPathLabel(id)

export interface NewOrganisationInput {
  id?: string
  parent: { id: string; path: string } | null
  name: string
  type: OrgType
  sort?: number
  details?: OrganisationDetails
  /** A pinyin that differs from the usual reading. */
  letters?: { full: string; initials: string }
  /** The name of the organisation that it was split from. */
  splitFrom?: string
}

function toNode({
  id = newId(),
  parent,
  name,
  letters = toPinyin(name),
  sort = 0,
  type,
  details,
}: NewOrganisationInput) {
  const path = buildPath(parent, id)
  const { full, initials } = letters
  const node = { id, parentId: parent?.id ?? null, path, name, pinyin: full, pinyinInitials: initials, type, sort }
  return { ...node, details } satisfies NewOrganisation
}

/** Adds a node and returns its path. */
export async function createOrganisation(ctx: Ctx, facts: NewOrganisationInput) {
  const { parent, name, splitFrom } = facts
  const node = toNode(facts)
  const { id, path } = node
  if (parent) {
    await lockPath(ctx.db, parent.path)
    await addOneToCounts(ctx.db, parent)
  }
  await insertOrganisations(ctx.db, [node], ctx.now)
  const origin = splitFrom ? ({ kind: 'split-off', before: splitFrom } as const) : ({ kind: 'created' } as const)
  await recordHistory(ctx, [{ orgId: id, ...origin, after: name }])
  return { id, path }
}

const atOnce = 500

/** Adds many nodes, parents first. The caller has locked the tree. */
export async function createOrganisations(ctx: Ctx, all: readonly NewOrganisationInput[]) {
  const nodes = all.map(toNode)
  for (let from = 0; from < nodes.length; from += atOnce) {
    const some = nodes.slice(from, from + atOnce)
    await insertOrganisations(ctx.db, some, ctx.now)
    await recordHistory(
      ctx,
      some.map(({ id, name }) => ({ orgId: id, kind: 'created', after: name })),
    )
  }
  await updateTreeCounts(ctx, nodes, 1)
}

/** Adds (1) or subtracts (-1) nodes in the counts of all ancestors. */
export async function updateTreeCounts(ctx: Ctx, nodes: readonly { path: string }[], each: 1 | -1) {
  const counts = new Map<string, TreeCount>()
  for (const { path } of nodes) {
    const above = path.split('.').slice(0, -1)
    for (const [at, id] of above.entries()) {
      const { children, below } = counts.get(id) ?? { children: 0, below: 0 }
      const isParent = at === above.length - 1
      counts.set(id, { id, children: children + (isParent ? each : 0), below: below + each })
    }
  }
  if (counts.size > 0) await addTreeCounts(ctx.db, [...counts.values()])
}

/** Corrects all stored counts: nodes by counting here, people by the given numbers. */
export async function storeCounts(ctx: Ctx, users: readonly UserCount[]) {
  await recountChildren(ctx.db)
  await recountDescendants(ctx.db)
  if (users.length > 0) await storeUserCounts(ctx.db, users)
  await markCounted(ctx.db, ctx.now)
}

/** Adds differences to the counts of people, each node once. */
export async function addToUserCounts(ctx: Ctx, differences: readonly UserCount[]) {
  const real = differences.filter(({ total, own }) => total !== 0 || own !== 0)
  if (real.length > 0) await addUserCounts(ctx.db, real)
}

/**
 * Changes of memberships call this first: before they look up the organisation, because one that is being deleted or
 * merged would otherwise end with a member; and before they read the paths along which people are counted, because a
 * department could be moved meanwhile. Changes of the tree take the same lock.
 */
export const lockTree = (ctx: Ctx) => lockOrgTree(ctx.db)

/**
 * Whoever relies on memberships without changing them, as when an approval is given to somebody: none ends before this
 * transaction does. A transaction that may call `lockTree` later must call that instead, or two of them block each other.
 */
export const shareTree = (ctx: Ctx) => shareOrgTree(ctx.db)

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
  /** How it is found by letters, where that is not how it is usually read. */
  letters?: { full: string; initials: string }
  /** The name of the organisation that it was a part of until now. */
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

/** Adds a node below its parent and tells where it ended up. */
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

/** Adds many, parents before what stands below them. Whoever calls holds the tree. */
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

/** Counts nodes that came, or with -1 that went, on all levels above them. */
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

/** Corrects the counts of the tree: what stands below by ourselves, people as whoever knows them counted them. */
export async function storeCounts(ctx: Ctx, users: readonly UserCount[]) {
  await recountChildren(ctx.db)
  await recountDescendants(ctx.db)
  if (users.length > 0) await storeUserCounts(ctx.db, users)
  await markCounted(ctx.db, ctx.now)
}

/** Keeps the counts of people right when some came or went: one difference a node, each node once. */
export async function addToUserCounts(ctx: Ctx, differences: readonly UserCount[]) {
  const real = differences.filter(({ total, own }) => total !== 0 || own !== 0)
  if (real.length > 0) await addUserCounts(ctx.db, real)
}

/**
 * Who changes where people are calls this first: before finding the organisation, because one that is being deleted or
 * merged at that moment would end with somebody in it, and before reading the paths along which people are counted,
 * because a department that is being moved would be counted where it no longer stands. Whatever changes the tree begins
 * in the same way.
 */
export const lockOrg = (ctx: Ctx) => lockOrgTree(ctx.db)

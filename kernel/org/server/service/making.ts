import { newId, type Ctx } from '#packages/core'
import { pinyinOf } from '#packages/pinyin'
import type { OrgType } from '../../contract.ts'
import { insertOrganisation, type Details } from '../queries.ts'
import {
  addUserCounts,
  countOneMore,
  holdPath,
  holdTop,
  markCounted,
  recountBelow,
  recountChildren,
  storeUserCounts,
  type UserCount,
} from '../count-queries.ts'
import { recordHistory } from './history.ts'

/** The label of a node in paths. */
const labelOf = (id: string) => id.replaceAll('-', '')

interface NewOrganisationFacts {
  id?: string
  parent: { id: string; path: string } | null
  name: string
  type: OrgType
  sort?: number
  details?: Details
  /** How it is found by letters, where that is not how it is usually read. */
  letters?: { full: string; initials: string }
  /** The name of the organisation that it was a part of until now. */
  splitFrom?: string
}

/** Adds a node below its parent and tells where it ended up. */
export async function createOrganisation(
  ctx: Ctx,
  { id = newId(), parent, name, type, sort = 0, details, letters = pinyinOf(name), splitFrom }: NewOrganisationFacts,
) {
  const path = parent ? `${parent.path}.${labelOf(id)}` : labelOf(id)
  const { full, initials } = letters
  const node = { id, parentId: parent?.id ?? null, path, name, pinyin: full, pinyinInitials: initials, type, sort }
  if (parent) {
    await holdPath(ctx.db, parent.path)
    await countOneMore(ctx.db, parent)
  }
  await insertOrganisation(ctx.db, { ...node, details }, ctx.now)
  const origin = splitFrom ? ({ kind: 'split-off', before: splitFrom } as const) : ({ kind: 'created' } as const)
  await recordHistory(ctx, [{ orgId: id, ...origin, after: name }])
  return { id, path }
}

/** Corrects the counts of the tree: what stands below by ourselves, people as whoever knows them counted them. */
export async function storeCounts(ctx: Ctx, users: readonly UserCount[]) {
  await recountChildren(ctx.db)
  await recountBelow(ctx.db)
  if (users.length > 0) await storeUserCounts(ctx.db, users)
  await markCounted(ctx.db, ctx.now)
}

/** Keeps the counts of people right when some came or went: one difference a node, each node once. */
export async function changeUserCounts(ctx: Ctx, differences: readonly UserCount[]) {
  const real = differences.filter(({ total, own }) => total !== 0 || own !== 0)
  if (real.length > 0) await addUserCounts(ctx.db, real)
}

/**
 * Who changes where people are calls this first: before finding the organisation, because one that is being deleted or
 * merged at that moment would end with somebody in it, and before reading the paths along which people are counted,
 * because a department that is being moved would be counted where it no longer stands. Whatever changes the tree begins
 * in the same way.
 */
export const holdTree = (ctx: Ctx) => holdTop(ctx.db)

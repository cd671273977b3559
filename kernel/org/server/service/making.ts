import { newId, type Ctx } from '#packages/core'
import { pinyinOf } from '#packages/pinyin'
import type { OrgType } from '../../contract.ts'
import { insertOrganisation, type Details } from '../queries.ts'
import {
  countOneMore,
  holdPath,
  markCounted,
  recountBelow,
  recountChildren,
  storeUserCounts,
  type UserCount,
} from '../count-queries.ts'

/** The label of a node in paths. */
const labelOf = (id: string) => id.replaceAll('-', '')

interface NewOrganisationFacts {
  id?: string
  parent: { id: string; path: string } | null
  name: string
  type: OrgType
  sort?: number
  details?: Details
}

/** Adds a node below its parent and tells where it ended up. */
export async function createOrganisation(
  ctx: Ctx,
  { id = newId(), parent, name, type, sort = 0, details }: NewOrganisationFacts,
) {
  const path = parent ? `${parent.path}.${labelOf(id)}` : labelOf(id)
  const { full, initials } = pinyinOf(name)
  const node = { id, parentId: parent?.id ?? null, path, name, pinyin: full, pinyinInitials: initials, type, sort }
  if (parent) {
    await holdPath(ctx.db, parent.path)
    await countOneMore(ctx.db, parent)
  }
  await insertOrganisation(ctx.db, { ...node, details }, ctx.now)
  return { id, path }
}

/** Corrects the counts of the tree: what stands below by ourselves, people as whoever knows them counted them. */
export async function storeCounts(ctx: Ctx, users: readonly UserCount[]) {
  await recountChildren(ctx.db)
  await recountBelow(ctx.db)
  if (users.length > 0) await storeUserCounts(ctx.db, users)
  await markCounted(ctx.db, ctx.now)
}

import { dayOf, newId, type Ctx } from '#packages/core'
import type { OrgContents, OrgRelocation } from '#kernel/org/server/api.ts'
import { listNodeCounts, countPeopleAt } from '../member-count-queries.ts'
import { copyMembershipGrants } from '../membership-guards.ts'
import { appointMainMembership, endMemberships } from '../membership-queries.ts'
import { announceMemberships } from './announce-memberships.ts'
import {
  copyMembershipRows,
  cancelPlannedMemberships,
  lockRelocatingMemberships,
  listExistingAtDestination,
  redirectStaffChanges,
  redirectMemberships,
  type RelocatingMembership,
} from '../relocate-queries.ts'

/** How staff move when organisations are merged, split or deleted. */
export const staffContents: OrgContents = {
  key: 'people',
  title: '人员',
  measure: '名',
  count: (ctx, orgIds) => countPeopleAt(ctx.db, orgIds, dayOf(ctx.now)),
  relocate: relocateStaff,
  recount: (ctx, orgIds) => listNodeCounts(ctx.db, dayOf(ctx.now), orgIds),
}

/**
 * Moves memberships to the other organisation from today on. The old ones end yesterday, so that the history stays with
 * the old organisation. People who already have the target membership keep it.
 */
async function relocateStaff(ctx: Ctx, { from, to, departments, isWhole }: OrgRelocation) {
  const day = dayOf(ctx.now)
  const leaving = await lockRelocatingMemberships(ctx.db, from.id, [...departments.keys()], isWhole, day)
  const relocations = leaving.map(({ id, departmentId }) => ({
    from: id,
    id: newId(),
    orgId: to.id,
    departmentId: departmentId === null ? null : departments.get(departmentId)!,
  }))
  const there = new Map(
    (await listExistingAtDestination(ctx.db, relocations, day)).map(({ from: id, id: other }) => [id, other]),
  )
  const begun = new Set(leaving.flatMap(({ id, hasBegun }: RelocatingMembership) => (hasBegun ? id : [])))

  const ending = relocations.filter(({ from: id }) => begun.has(id))
  const needless = relocations.flatMap(({ from: id }) => (!begun.has(id) && there.has(id) ? id : []))
  await cancelPlannedMemberships(ctx.db, needless, day, ctx.now)
  await redirectMemberships(
    ctx.db,
    relocations.filter(({ from: id }) => !begun.has(id) && !there.has(id)),
    ctx.now,
  )
  const copied = ending.filter(({ from: id }) => !there.has(id))
  // Copied before the old ones end, so that the copies get the original end dates.
  await copyMembershipRows(ctx.db, dropDuplicates(copied, leaving), day, ctx.now)
  const over = ending.map(({ from: id }) => id)
  await endMemberships(ctx.db, over, day, ctx.now)
  const pairs = listMembershipPairs(copied, leaving, there, begun)
  await copyMembershipGrants(ctx, pairs)
  await redirectStaffChanges(ctx.db, from.id, to.id, { departments, isWhole })
  // A person whose main membership was joined with an existing one gets that as the main one.
  const personIds = leaving.map(({ personId }) => personId)
  await appointMainMembership(ctx.db, personIds, day, ctx.now)
  await announceMemberships(ctx, personIds, { successors: new Map(pairs.map((pair) => [pair.from, pair.to])) })
}

type Relocations = readonly { from: string; id: string; orgId: string; departmentId: string | null }[]

/** Two memberships of a person that become equal: the first is copied, the other is joined with it. */
function createDuplicateKey(leaving: readonly RelocatingMembership[]) {
  const personOf = new Map(leaving.map(({ id, personId }) => [id, personId]))
  return ({ from, departmentId }: Relocations[number]) => `${personOf.get(from)!} ${departmentId ?? ''}`
}

const dropDuplicates = (relocations: Relocations, leaving: readonly RelocatingMembership[]) => {
  const keyOf = createDuplicateKey(leaving)
  const seen = new Set<string>()
  return relocations.filter((relocation) => !seen.has(keyOf(relocation)) && seen.add(keyOf(relocation)))
}

/** Old and new membership ids, for copying grants. */
function listMembershipPairs(
  copied: Relocations,
  leaving: readonly RelocatingMembership[],
  there: ReadonlyMap<string, string>,
  begun: ReadonlySet<string>,
) {
  const keyOf = createDuplicateKey(leaving)
  const made = new Map(dropDuplicates(copied, leaving).map((relocation) => [keyOf(relocation), relocation.id]))
  return [
    ...copied.map((relocation) => ({ from: relocation.from, to: made.get(keyOf(relocation))! })),
    ...[...there].flatMap(([from, to]) => (begun.has(from) ? { from, to } : [])),
  ]
}

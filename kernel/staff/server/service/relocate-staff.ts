import { dayOf, newId, type Ctx } from '#packages/core'
import type { OrgContents, OrgRelocation } from '#kernel/org/server'
import { listNodeCounts, countPeopleAt } from '../member-count-queries.ts'
import { copyMembershipGrants } from '../membership-guards.ts'
import { appointMainMembership, endMemberships } from '../membership-queries.ts'
import {
  copyMembershipRows,
  cancelPlannedMemberships,
  lockRelocatingMemberships,
  listExistingAtDestination,
  redirectStaffChanges,
  redirectMemberships,
  type RelocatingMembership,
} from '../relocate-queries.ts'

/** People, as organisations that are merged, split or deleted are told of them. */
export const staffContents: OrgContents = {
  key: 'people',
  title: '人员',
  measure: '名',
  count: (ctx, orgIds) => countPeopleAt(ctx.db, orgIds, dayOf(ctx.now)),
  relocate: relocateStaff,
  recount: (ctx, orgIds) => listNodeCounts(ctx.db, dayOf(ctx.now), orgIds),
}

/**
 * Everybody goes on in the other organisation from today on, as what they were; yesterday was the last day in the old
 * one, so that what was done there stays where it was done. Whoever has that place already keeps it.
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
  // Copied while they are still open: the new ones end when these would have.
  await copyMembershipRows(ctx.db, dropDuplicates(copied, leaving), day, ctx.now)
  const over = ending.map(({ from: id }) => id)
  await endMemberships(ctx.db, over, day, ctx.now)
  await copyMembershipGrants(ctx, listMembershipPairs(copied, leaving, there, begun))
  await redirectStaffChanges(ctx.db, from.id, to.id, { departments, isWhole })
  // Whose main place was one that went up in another has it there.
  await appointMainMembership(
    ctx.db,
    leaving.map(({ personId }) => personId),
    day,
    ctx.now,
  )
}

type Relocations = readonly { from: string; id: string; orgId: string; departmentId: string | null }[]

/** Two places of one person that end up as one: the first is copied, the other goes up in it. */
function createDuplicateKey(leaving: readonly RelocatingMembership[]) {
  const personOf = new Map(leaving.map(({ id, personId }) => [id, personId]))
  return ({ from, departmentId }: Relocations[number]) => `${personOf.get(from)!} ${departmentId ?? ''}`
}

const dropDuplicates = (relocations: Relocations, leaving: readonly RelocatingMembership[]) => {
  const keyOf = createDuplicateKey(leaving)
  const seen = new Set<string>()
  return relocations.filter((relocation) => !seen.has(keyOf(relocation)) && seen.add(keyOf(relocation)))
}

/** Which place goes on as which: new ones, and those that were there. */
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

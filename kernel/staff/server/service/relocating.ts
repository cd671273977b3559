import { dayOf, newId, type Ctx } from '#packages/core'
import type { Contents, Relocation } from '#kernel/org/server'
import { countsOfNodes, peopleAt } from '../count-queries.ts'
import { copyPlaces } from '../guards.ts'
import { appointMain, endPlaces } from '../place-queries.ts'
import {
  copyPlaceRows,
  dropPlanned,
  placesLeaving,
  placesThere,
  redirectChanges,
  redirectPlaces,
  type Moving,
} from '../relocate-queries.ts'

/** People, as organisations that are merged, split or deleted are told of them. */
export const people: Contents = {
  key: 'people',
  title: '人员',
  measure: '名',
  count: (ctx, orgIds) => peopleAt(ctx.db, orgIds, dayOf(ctx.now)),
  relocate,
  recount: (ctx, orgIds) => countsOfNodes(ctx.db, dayOf(ctx.now), orgIds),
}

/**
 * Everybody goes on in the other organisation from today on, as what they were; yesterday was the last day in the old
 * one, so that what was done there stays where it was done. Whoever has that place already keeps it.
 */
async function relocate(ctx: Ctx, { from, to, departments, isWhole }: Relocation) {
  const day = dayOf(ctx.now)
  const leaving = await placesLeaving(ctx.db, from.id, [...departments.keys()], isWhole, day)
  const goings = leaving.map(({ id, departmentId }) => ({
    from: id,
    id: newId(),
    orgId: to.id,
    departmentId: departmentId === null ? null : departments.get(departmentId)!,
  }))
  const there = new Map((await placesThere(ctx.db, goings, day)).map(({ from: id, id: other }) => [id, other]))
  const begun = new Set(leaving.flatMap(({ id, hasBegun }: Moving) => (hasBegun ? id : [])))

  const ending = goings.filter(({ from: id }) => begun.has(id))
  const needless = goings.flatMap(({ from: id }) => (!begun.has(id) && there.has(id) ? id : []))
  await dropPlanned(ctx.db, needless, day, ctx.now)
  await redirectPlaces(
    ctx.db,
    goings.filter(({ from: id }) => !begun.has(id) && !there.has(id)),
    ctx.now,
  )
  const copied = ending.filter(({ from: id }) => !there.has(id))
  // Copied while they are still open: the new ones end when these would have.
  await copyPlaceRows(ctx.db, withoutTwins(copied, leaving), day, ctx.now)
  const over = ending.map(({ from: id }) => id)
  await endPlaces(ctx.db, over, day, ctx.now)
  await copyPlaces(ctx, pairsOf(copied, leaving, there, begun))
  await redirectChanges(ctx.db, from.id, to.id, { departments, isWhole })
  // Whose main place was one that went up in another has it there.
  await appointMain(
    ctx.db,
    leaving.map(({ personId }) => personId),
    day,
    ctx.now,
  )
}

type Goings = readonly { from: string; id: string; orgId: string; departmentId: string | null }[]

/** Two places of one person that end up as one: the first is copied, the other goes up in it. */
function twinKey(leaving: readonly Moving[]) {
  const personOf = new Map(leaving.map(({ id, personId }) => [id, personId]))
  return ({ from, departmentId }: Goings[number]) => `${personOf.get(from)!} ${departmentId ?? ''}`
}

const withoutTwins = (goings: Goings, leaving: readonly Moving[]) => {
  const keyOf = twinKey(leaving)
  const seen = new Set<string>()
  return goings.filter((going) => !seen.has(keyOf(going)) && seen.add(keyOf(going)))
}

/** Which place goes on as which: new ones, and those that were there. */
function pairsOf(
  copied: Goings,
  leaving: readonly Moving[],
  there: ReadonlyMap<string, string>,
  begun: ReadonlySet<string>,
) {
  const keyOf = twinKey(leaving)
  const made = new Map(withoutTwins(copied, leaving).map((going) => [keyOf(going), going.id]))
  return [
    ...copied.map((going) => ({ from: going.from, to: made.get(keyOf(going))! })),
    ...[...there].flatMap(([from, to]) => (begun.has(from) ? { from, to } : [])),
  ]
}

import type { Ctx } from '#packages/core'
import { toMoment } from '#engines/timetable/server/api.ts'
import { completeLegs } from './complete-queries.ts'
import type { CoverCase } from './cases.ts'
import { addCredits } from './credits.ts'
import { updateRequests, type LegRow } from './request-queries.ts'

/** When the lesson ends where it is given. */
const endOf = ({ day, ends, toDay, toEnds }: LegRow) =>
  toDay === null ? toMoment(day, ends) : toMoment(toDay, toEnds!)

/** Lessons that were given: whoever gave them has the credit, once, and a request is done with the last of them. */
export async function completeCovers(ctx: Ctx, cases: readonly CoverCase[]) {
  const isGiven = (leg: LegRow) => leg.state === 'current' && leg.completedAt === null && endOf(leg) <= ctx.now
  const given = cases.flatMap(({ legs }) => legs.filter(isGiven))
  await completeLegs(
    ctx.db,
    given.map(({ id }) => id),
    ctx.now,
  )
  await giveCredits(ctx, given)
  const isOver = (leg: LegRow) => leg.state === 'ended' || leg.completedAt !== null || isGiven(leg)
  const done = cases.filter(({ status, legs }) => status === 'effective' && legs.every(isOver))
  await updateRequests(
    ctx.db,
    done.map(({ id }) => id),
    { status: 'done', is_in_doubt: false },
    ctx.now,
  )
}

async function giveCredits(ctx: Ctx, legs: readonly LegRow[]) {
  for (const [orgId, some] of Map.groupBy(legs, (leg) => leg.orgId))
    await addCredits(
      ctx,
      orgId,
      some.flatMap(({ id, toId, day, credit, creditKind }) =>
        creditKind === null || toId === null
          ? []
          : { legId: id, memberId: toId, day, kind: creditKind, hundredths: credit },
      ),
    )
}

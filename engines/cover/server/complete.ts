import { newId, type Ctx } from '#packages/core'
import { completeLegs, insertCredits, listSettledMonths, type NewCredit } from './complete-queries.ts'
import type { CoverCase } from './cases.ts'
import { listMembers } from './people-queries.ts'
import { toMoment } from './lesson-times.ts'
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
  await insertCredits(ctx.db, await toCredits(ctx, given), ctx.now)
  const isOver = (leg: LegRow) => leg.state === 'ended' || leg.completedAt !== null || isGiven(leg)
  const done = cases.filter(({ status, legs }) => status === 'effective' && legs.every(isOver))
  await updateRequests(
    ctx.db,
    done.map(({ id }) => id),
    { status: 'done', is_in_doubt: false },
    ctx.now,
  )
}

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`

function nextMonth(month: string) {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`
}

async function toCredits(ctx: Ctx, legs: readonly LegRow[]): Promise<NewCredit[]> {
  const counting = legs.filter(({ credit, creditKind, toId }) => credit > 0 && creditKind !== null && toId !== null)
  if (counting.length === 0) return []
  const members = await listMembers(
    ctx.db,
    counting.map(({ toId }) => toId!),
  )
  const settled = await listSettledMonths(ctx.db, [...new Set(counting.map(({ orgId }) => orgId))])
  return counting.map(({ id, orgId, toId, day, credit, creditKind }) => {
    // What is written down after the settlement is paid with the next month.
    let month = firstOfMonth(day)
    while (settled.has(`${orgId} ${month}`)) month = nextMonth(month)
    const { personId } = members.get(toId!)!
    return {
      id: newId(),
      orgId,
      memberId: toId!,
      personId,
      legId: id,
      day,
      month,
      kind: creditKind!,
      hundredths: credit,
    }
  })
}

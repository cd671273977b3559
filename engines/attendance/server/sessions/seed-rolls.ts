import { addDays, dayOf, type Ctx } from '#packages/core'
import { extendTimeouts } from '#packages/db'
import { formatClock } from './roll-rules.ts'
import { insertSeededClasses, insertSeededMarks, insertSeededSessions } from './seed-roll-queries.ts'

export interface SeededRolls {
  orgId: string
  from: string
  to: string
  /** Of a hundred lessons so many have no roll. */
  missed?: number
}

/**
 * Rolls of the past lessons of a school as if its teachers had called them: what they say follows from the ids, so that
 * every run writes the same. Some pupils are ill for a day, some are late, a few are missing, and some lessons have no
 * roll. Days before today are locked. Lessons that have a roll keep it. Returns the rolls written.
 */
export async function seedRolls(ctx: Ctx, { orgId, from, to, missed = 2 }: SeededRolls): Promise<number> {
  await extendTimeouts(ctx.db, 10)
  const now = { today: dayOf(ctx.now), clock: formatClock(ctx.now) }
  let sessions = 0
  for (let first = from; first <= to; first = addDays(first, 7)) {
    const week = addDays(first, 6)
    const span = { orgId, from: first, to: week < to ? week : to, missed, ...now }
    sessions += await insertSeededSessions(ctx.db, span)
    await insertSeededClasses(ctx.db, span)
    await insertSeededMarks(ctx.db, span)
  }
  return sessions
}

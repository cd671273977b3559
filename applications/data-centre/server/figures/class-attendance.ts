import { dayOf, may, type Ctx } from '#packages/core'
import { sumFigures } from '#engines/attendance/server/api.ts'
import type { ClassAttendance } from '../../contract.ts'
import { listOwnClasses } from './class-queries.ts'

/** How many are absent today in the caller's own classes. The names are on the page of the class, for its leaders. */
export async function getClassAttendance(ctx: Ctx): Promise<ClassAttendance> {
  const { orgId, userId } = ctx.actor
  const day = dayOf(ctx.now)
  const own = await listOwnClasses(ctx.db, { userId, orgId, day })
  if (own.size === 0) return []
  const rows = await sumFigures(ctx, { orgId, classIds: [...own.keys()], from: day, to: day, by: 'class' })
  return rows
    .filter(({ key, lessons }) => own.has(key) && lessons > 0)
    .toSorted((one, other) => Number(own.get(other.key)) - Number(own.get(one.key)))
    .map(({ key, name, lessons, rolled, ...counts }) => ({
      classId: key,
      label: name,
      lessons,
      rolled,
      absent: counts.missing + counts.truant,
      onLeave: counts.sick + counts.private + counts.official,
      late: counts.late,
      url: own.get(key) && may(ctx.actor, 'roll.read') ? `/application/CallTheRoll/class?class=${key}` : null,
    }))
}

import { addDays, type Ctx, dayOf, daysBetween, getMonday } from '#packages/core'
import type { Week } from '../../../contract-time.ts'
import { listCalendarDays } from './calendar.ts'
import { listPeriodsOn } from './timetable-periods.ts'
import { getReadableOrg } from './time-scope.ts'
import { findTermOn } from './terms.ts'

const lookAheadDays = 60

/** The current week at the caller's organisation, and the kind of today. */
export async function getCurrentWeek(ctx: Ctx): Promise<Week> {
  const org = await getReadableOrg(ctx, null)
  const today = dayOf(ctx.now)
  const monday = getMonday(today)
  const sunday = addDays(monday, 6)
  const known = await listCalendarDays(ctx, org.id, monday, addDays(today, lookAheadDays))
  const days = known.filter(({ day }) => day <= sunday)
  const now = days.find(({ day }) => day === today)!
  const hasLessons = now.kind === 'class' || now.kind === 'make-up'
  const off = known.find(({ day, kind, name }) => day > sunday && kind === 'rest' && name !== '')
  return {
    today,
    number: now.week,
    termName: (await findTermOn(ctx, org.id, today))?.name ?? '',
    days,
    periods: hasLessons ? await listPeriodsOn(ctx, org.id, null, today) : [],
    next: off ? { day: off.day, name: off.name, inDays: daysBetween(today, off.day) } : null,
  }
}

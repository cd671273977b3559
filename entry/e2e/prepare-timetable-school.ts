import { dayOf, type Ctx } from '#packages/core'
import { aTaughtGrade } from '#engines/timetable/server/example.ts'
import { ensureDefaultPeriods } from '#kernel/schooling/server/api.ts'
import { getSchoolYear } from '#kernel/schooling/contract.ts'
import { createSchool, type Bureau } from './prepare-people.ts'
import { timetableClasses, timetableSchool, timetableSubjects } from './test-schools.ts'

const grades = 3
/** Of each subject, so that a week of five days has seven lessons a day. */
const weekHours = 7

/** A middle school with 36 classes, the teachers of all of them, and no timetable. */
export async function createTimetableSchool(ctx: Ctx, bureau: Bureau) {
  const school = await createSchool(ctx, timetableSchool, bureau, [3])
  await ensureDefaultPeriods(ctx, school.id)
  const subjects = Object.fromEntries(timetableSubjects.map((subject) => [subject, weekHours]))
  const newest = getSchoolYear(dayOf(ctx.now))
  for (let at = 0; at < grades; at++)
    await aTaughtGrade(ctx, school, { classes: timetableClasses / grades, startYear: newest - at, subjects })
}

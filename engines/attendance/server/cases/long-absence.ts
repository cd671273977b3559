import { addDays, dayOf, wholeDistrict, type Ctx, type Scope } from '#packages/core'
import { effectOnce } from '#packages/jobs'
import { tryWork } from '#kernel/approval/server/api.ts'
import { sendMessages } from '#kernel/message/server/api.ts'
import { describeClasses } from '#kernel/schooling/server/api.ts'
import { listClassHeads } from './absence-alert.ts'
import { longAbsenceTemplate, unexplainedPage } from './case-notifications.ts'
import { listAbsentDaysInScope, listSchoolsWithCases, type AbsentDay } from './long-absence-queries.ts'

export interface LongAbsence {
  studentId: string
  name: string
  className: string
  days: number
}

const daysAtLeast = 3
const daysBack = 60

interface Streak extends LongAbsence {
  classId: string
  /** Its first day. */
  since: string
}

async function listStreaks(ctx: Ctx, scope: Scope, orgId: string, day: string): Promise<Streak[]> {
  const rows = await listAbsentDaysInScope(ctx.db, scope, { orgId, from: addDays(day, -daysBack), to: day })
  const classes = await describeClasses(ctx, { classIds: [...new Set(rows.map(({ classId }) => classId))] }, day)
  return [...Map.groupBy(rows, ({ studentId }) => studentId).values()].flatMap((days) => {
    const [{ studentId, name, classId }] = days as [AbsentDay]
    const end = days.findIndex(({ isAbsent }) => !isAbsent)
    const streak = end < 0 ? days : days.slice(0, end)
    if (streak.length < daysAtLeast) return []
    const className = classes.get(classId)?.label ?? ''
    return [{ studentId, name, className, days: streak.length, classId, since: streak.at(-1)!.day }]
  })
}

/**
 * Pupils who were absent without leave on the last three or more days on which the roll of their class was called, as
 * far as the caller reaches them. A day without a roll says nothing.
 */
export const listLongAbsences = async (ctx: Ctx, scope: Scope, orgId: string, day: string): Promise<LongAbsence[]> =>
  (await listStreaks(ctx, scope, orgId, day)).map(({ studentId, name, className, days }) => ({
    studentId,
    name,
    className,
    days,
  }))

/** The class teacher is notified once of each such time. */
export async function notifyOfLongAbsences(ctx: Ctx): Promise<void> {
  const day = dayOf(ctx.now)
  for (const orgId of await listSchoolsWithCases(ctx.db, day))
    await tryWork(ctx, { org: orgId }, 'long absences are not reported', () => notifyAt(ctx, orgId, day))
}

async function notifyAt(ctx: Ctx, orgId: string, day: string) {
  for (const { studentId, name, className, days, classId, since } of await listStreaks(
    ctx,
    wholeDistrict,
    orgId,
    day,
  )) {
    if (!(await effectOnce(ctx, `attendance-long ${studentId} ${since}`))) continue
    await sendMessages(ctx, longAbsenceTemplate, {
      to: await listClassHeads(ctx, classId, day),
      values: { class: className, child: name, days: `${days}` },
      url: unexplainedPage,
      subject: { kind: longAbsenceTemplate.code, id: studentId },
      orgId,
    })
  }
}

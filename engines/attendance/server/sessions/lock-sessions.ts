import { addDays, dayOf, Refusal, type Ctx } from '#packages/core'
import { defineJob } from '#packages/jobs'
import { toMoment } from '#engines/timetable/server/api.ts'
import { attendanceSetting } from '../settings.ts'
import { listSchoolsToLock, lockSessionsUntil } from './session-queries.ts'

/** Locks the submitted rolls of a school until a day. The caller checks the scope. */
export async function lockSessions(
  ctx: Ctx,
  { orgId, dateTo }: { orgId: string; dateTo: string },
): Promise<{ locked: number }> {
  if (dateTo > dayOf(ctx.now)) throw new Refusal('不能锁定以后的考勤')
  return { locked: await lockSessionsUntil(ctx.db, orgId, dateTo, ctx.now) }
}

/** Locks what is due at each school: days that are over, and today from the hour of the school on. */
export async function lockDueSessions(ctx: Ctx) {
  const today = dayOf(ctx.now)
  for (const { orgId, path } of await listSchoolsToLock(ctx.db, today)) {
    const { lockHour } = await attendanceSetting.read(ctx, path)
    const isOver = ctx.now >= toMoment(today, `${lockHour}:00`)
    await lockSessionsUntil(ctx.db, orgId, isOver ? today : addDays(today, -1), ctx.now)
  }
}

export const lockJob = defineJob({
  name: 'attendance.lock',
  title: '锁定当天考勤',
  // The hours that a school may choose.
  cron: '5 18-23 * * *',
  oneWaiting: true,
  minutes: 2,
  handle: lockDueSessions,
})

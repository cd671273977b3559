import { addDays, dayOf } from '#packages/core'
import { defineJob } from '#packages/jobs'
import { listDeparturesOn } from './enrolment-queries.ts'
import { listSuspensionsEnding } from './class-head-queries.ts'
import { publishStudentsLeft } from './service/students/change-enrolments.ts'
import { remindOfSuspensions } from './service/students/notify-class-heads.ts'

/** Publishes departures that were entered in advance: photos and access end on the day itself, not earlier. */
export const publishDepartures = defineJob({
  name: 'student.publish-departures',
  title: '处理到期离校学生',
  cron: '20 0 * * *',
  oneWaiting: true,
  handle: async (ctx) => {
    const left = Map.groupBy(await listDeparturesOn(ctx.db, dayOf(ctx.now)), ({ orgId }) => orgId)
    for (const [orgId, leavers] of left)
      await publishStudentsLeft(
        ctx,
        orgId,
        leavers.map(({ studentId }) => studentId),
      )
  },
})

const daysAhead = 14

/** A suspension lasts a year; then the pupil returns or the school extends it. */
export const remindOfEndingSuspensions = defineJob({
  name: 'student.suspension-reminders',
  title: '提醒休学期满',
  cron: '30 7 * * *',
  oneWaiting: true,
  handle: async (ctx) =>
    remindOfSuspensions(ctx, await listSuspensionsEnding(ctx.db, addDays(dayOf(ctx.now), daysAhead))),
})

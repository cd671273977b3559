import { dayOf } from '#packages/core'
import { defineJob } from '#packages/jobs'
import { listDeparturesOn } from './enrolment-queries.ts'
import { publishStudentsLeft } from './service/students/change-enrolments.ts'

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

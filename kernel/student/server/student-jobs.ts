import { dayOf } from '#packages/core'
import { defineJob } from '#packages/jobs'
import { listDeparturesOn } from './enrolment-queries.ts'
import { publishStudentEvent } from './service/students/change-enrolments.ts'

/** Who was to leave today, by what was written down before: faces and views end when the day has come, not earlier. */
export const publishDepartures = defineJob({
  name: 'student.tell-leavers',
  title: '处理到期离校学生',
  cron: '20 0 * * *',
  oneWaiting: true,
  handle: async (ctx) => {
    const left = Map.groupBy(await listDeparturesOn(ctx.db, dayOf(ctx.now)), ({ orgId }) => orgId)
    for (const [orgId, leavers] of left)
      await publishStudentEvent(
        ctx,
        'student.left',
        leavers.map(({ studentId }) => studentId),
        { orgId },
      )
  },
})

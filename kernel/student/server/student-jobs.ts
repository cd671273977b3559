import { dayOf } from '#packages/core'
import { defineJob } from '#packages/jobs'
import { leftOn } from './place-queries.ts'
import { publishIds } from './service/students/placing.ts'

/** Who was to leave today, by what was written down before: faces and views end when the day has come, not earlier. */
export const tellLeavers = defineJob({
  name: 'student.tell-leavers',
  title: '处理到期离校学生',
  cron: '20 0 * * *',
  oneWaiting: true,
  handle: async (ctx) => {
    const left = Map.groupBy(await leftOn(ctx.db, dayOf(ctx.now)), ({ orgId }) => orgId)
    for (const [orgId, leavers] of left)
      await publishIds(
        ctx,
        'student.left',
        leavers.map(({ studentId }) => studentId),
        { orgId },
      )
  },
})

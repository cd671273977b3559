import { addDays, dayOf, newId } from '#packages/core'
import { listDemoMemberships, type DemoRows } from '#kernel/org/server/api.ts'
import { insertIssue } from './issue-queries.ts'

/** What an administrator noted about the figures of the own school. */
export const demoAppData: DemoRows = {
  key: 'app-data.issues',
  create: async (ctx, world) => {
    const [by] = listDemoMemberships(world, '学校管理员')
    if (!by) return 0
    await insertIssue(ctx.db, {
      id: newId(),
      code: 'attendance.rate',
      orgId: by.orgId,
      day: addDays(dayOf(ctx.now), -6),
      type: 'outlier',
      text: '秋游，只有留校的班点名',
      userId: by.userId,
      now: ctx.now,
    })
    return 1
  },
}

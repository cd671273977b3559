import { actAsDemoMember, listDemoMemberships, type DemoRows } from '#kernel/org/server/api.ts'
import { seedNextTerm } from './seed-next-term.ts'
import { seedTimetable } from './seed-timetable.ts'

/** Needs the teachers of all classes: where a district has only a few lessons, journeys write their own. */
export const demoTimetables: DemoRows = {
  key: 'timetable.term',
  after: ['schooling.rooms'],
  isOnlyForViewing: true,
  async create(ctx, world) {
    let lessons = 0
    for (const administrator of listDemoMemberships(world, '学校管理员')) {
      const acting = actAsDemoMember(ctx, administrator, {
        may: ['timetable.read', 'timetable.edit', 'timetable.auto', 'timetable.publish', 'teaching.edit', 'class.read'],
      })
      lessons += await seedTimetable(acting, administrator.orgId)
      await seedNextTerm(acting, administrator.orgId)
    }
    return lessons
  },
}

import { orNotFound } from '#packages/core'
import { seedCovers } from '#engines/cover/server/api.ts'
import { actAsDemoMember, findUnitById, listDemoMemberships, type DemoRows } from '#kernel/org/server/api.ts'

/** The covers of a term up to the next days, for the schools with demo logins: leave and lessons are there before. */
export const demoCovers: DemoRows = {
  key: 'lesson-changes.covers',
  after: ['timetable.term', 'teacher-leave.term'],
  isOnlyForViewing: true,
  async create(ctx, world) {
    let legs = 0
    for (const administrator of listDemoMemberships(world, '学校管理员')) {
      const org = orNotFound(await findUnitById(ctx, administrator.orgId), '单位')
      const teacher = listDemoMemberships(world, '语文教师').find(({ orgId }) => orgId === org.id)
      legs += await seedCovers(actAsDemoMember(ctx, administrator), { org, teacherId: teacher?.userId })
    }
    return legs
  },
}

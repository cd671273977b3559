import { seedAttendance } from '#engines/attendance/server/api.ts'
import { actAsDemoMember, listDemoMemberships, type DemoRows } from '#kernel/org/server/api.ts'

/** The rolls of a term up to now, for the schools with demo logins: their lessons and covers are there before. */
export const demoRolls: DemoRows = {
  key: 'roll-call.term',
  after: ['lesson-changes.covers', 'student.moves'],
  isOnlyForViewing: true,
  async create(ctx, world) {
    let rolls = 0
    const parentIds = world.logins.flatMap(({ guardian }) => guardian?.personId ?? [])
    for (const administrator of listDemoMemberships(world, '学校管理员')) {
      const { orgId } = administrator
      const teacher = listDemoMemberships(world, '语文教师').find((one) => one.orgId === orgId)
      rolls += await seedAttendance(actAsDemoMember(ctx, administrator), {
        orgId,
        headId: teacher?.userId,
        parentIds,
      })
    }
    return rolls
  },
}

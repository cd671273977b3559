import { actAsDemoMember, listDemoMemberships, type DemoRows } from '#kernel/org/server/api.ts'
import { contactGroups } from './service/favourites-and-groups.ts'

/** The administrator of each school has a group with the people of the school, and one that is still empty. */
export const demoContactGroups: DemoRows = {
  key: 'contacts.groups',
  isOnlyForViewing: true,
  async create(ctx, world) {
    const administrators = listDemoMemberships(world, '学校管理员')
    for (const administrator of administrators) {
      const acting = actAsDemoMember(ctx, administrator)
      const colleagues = world.logins.flatMap(({ membership }) =>
        membership?.orgId === administrator.orgId && membership.userId !== administrator.userId ? [membership] : [],
      )
      await contactGroups.create(acting, { name: '行政班子', userIds: colleagues.map(({ userId }) => userId) })
      await contactGroups.create(acting, { name: '值班教师', userIds: [] })
    }
    return administrators.length * 2
  },
}

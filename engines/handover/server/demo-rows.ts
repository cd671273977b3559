import { addDays, dayOf, type Ctx } from '#packages/core'
import { actAsDemoMember, listDemoMemberships, type DemoRows } from '#kernel/org/server/api.ts'
import { assignItems, openHandover } from './handover.ts'
import { listOpenItems } from './held-items.ts'

const noticeDays = 14
const permissions = ['handover.manage', 'class.edit', 'role.assign', 'flow.manage', 'app.grant']

/** A teacher who moves to another school in two weeks; half of the work is handed over. */
export const demoHandover: DemoRows = {
  key: 'handover.cases',
  isOnlyForViewing: true,
  create: async (ctx: Ctx, world) => {
    const [administrator] = listDemoMemberships(world, '学校管理员')
    if (!administrator) return 0
    const own = world.logins.flatMap(({ membership }) =>
      membership && membership.orgId === administrator.orgId && membership.userId !== administrator.userId
        ? membership
        : [],
    )
    const items = await listOpenItems(
      ctx,
      own.map(({ userId }) => userId),
    )
    const [leaver] = own.toSorted((one, other) => countOf(items, other.userId) - countOf(items, one.userId))
    const held = items.filter(({ memberId }) => memberId === leaver?.userId)
    const heir = own.find(({ userId }) => userId !== leaver?.userId && countOf(items, userId) === 0)
    if (!leaver || !heir || held.length === 0) return 0
    const acting = actAsDemoMember(ctx, administrator, { may: permissions })
    const dueOn = addDays(dayOf(ctx.now), noticeDays)
    const { id } = await openHandover(acting, { userId: leaver.userId, reason: 'transfer', dueOn })
    const half = held.slice(0, Math.floor(held.length / 2))
    const keys = half.map(({ provider, ref }) => ({ provider: provider.key, ref }))
    if (keys.length > 0) await assignItems(acting, { id, items: keys, to: heir.userId })
    return 1
  },
}

const countOf = (items: readonly { memberId: string }[], userId: string) =>
  items.filter(({ memberId }) => memberId === userId).length

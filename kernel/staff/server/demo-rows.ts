import { addDays, dayOf, type Ctx } from '#packages/core'
import { actAsDemoMember, listDemoMemberships, type DemoRows } from '#kernel/org/server/api.ts'
import { decideRecord } from '#kernel/approval/server/api.ts'
import { requestStaffChange } from './service/changes/request-staff-change.ts'
import { staffChangeSubject } from './service/changes/staff-change-approval.ts'

const noticeDays = 30

/** Transfers that another school, or the bureau, requests: one was refused, one waits for the school of the teacher. */
export const demoStaffChanges: DemoRows = {
  key: 'staff.changes',
  isOnlyForViewing: true,
  create: async (ctx: Ctx, world) => {
    const [teacher, colleague] = listDemoMemberships(world, '语文教师')
    const administrators = listDemoMemberships(world, '学校管理员')
    const own = administrators.find(({ orgId }) => orgId === teacher?.orgId)
    const [chief] = listDemoMemberships(world, '区管理员')
    const other = administrators.find(({ orgId }) => orgId !== teacher?.orgId) ?? chief
    if (!teacher || !own || !other) return 0
    const request = async (userId: string, reason: string) => {
      const form = { userId, type: 1, toOrgId: other.orgId, toDepartmentId: null, reason }
      const effectiveOn = addDays(dayOf(ctx.now), noticeDays)
      return requestStaffChange(actAsDemoMember(ctx, other, { may: ['user.edit'] }), { ...form, effectiveOn })
    }
    const { id } = await request(teacher.userId, '语文教研组缺少骨干教师')
    const opinion = '毕业班任课，本学年不能调动'
    await decideRecord(actAsDemoMember(ctx, own, { may: ['user.edit'] }), {
      subject: staffChangeSubject,
      id,
      isAgreed: false,
      opinion,
    })
    await request(colleague?.orgId === own.orgId ? colleague.userId : teacher.userId, '区域教师交流')
    return 2
  },
}

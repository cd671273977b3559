import { dayOf, newId } from '#packages/core'
import { recordIdentityChange, recordOperation } from '#kernel/audit/server/api.ts'
import { actAsDemoMember, listDemoMemberships, type DemoRows } from '#kernel/org/server/api.ts'
import { studentApi } from '../contract.ts'
import { changeEnrolments } from './service/students/change-enrolments.ts'
import { listMovablePupils } from './enrolment-queries.ts'

const minuteMs = 60_000

/** Pupils who moved to another class today, with what the logs say about it. */
export const demoMoves: DemoRows = {
  key: 'student.moves',
  isOnlyForViewing: true,
  create: async (ctx, world) => {
    const [head] = listDemoMemberships(world, '学校管理员')
    if (!head) return 0
    const pupils = await listMovablePupils(ctx.db, head.orgId, 4)
    const { path, title } = studentApi.event
    for (const [at, { studentId, orgId, gradeId, otherClassId }] of pupils.entries()) {
      const now = new Date(ctx.now.getTime() - (at + 1) * 17 * minuteMs)
      const acting = { ...actAsDemoMember(ctx, head, { now }), requestId: newId(), address: '10.20.3.18' }
      const to = { orgId, gradeId, classId: otherClassId, status: 'studying' as const }
      await changeEnrolments(acting, [{ studentId, type: 'move', on: dayOf(ctx.now), to, reason: '家长申请' }])
      await recordOperation(acting, { route: path, title, objectIds: [studentId, otherClassId] })
    }
    const [teacher] = listDemoMemberships(world, '语文教师')
    if (!teacher) return pupils.length
    const own = { ...actAsDemoMember(ctx, teacher), address: '10.20.3.44', requestId: newId() }
    const facts = { before: '138****2046', after: '139****7715', way: '短信验证码' }
    await recordIdentityChange(own, 'phone-changed', own.actor, facts)
    await recordIdentityChange({ ...own, requestId: newId() }, 'password-changed')
    return pupils.length + 2
  },
}
